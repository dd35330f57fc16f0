import { ToolError } from "@holdall/tool-core";

/** Exchanges know pairs of symbols only. */
export const noIds = (label: string): ToolError =>
  new ToolError("unsupported", `${label} knows coins by symbol only.`, {
    hint: "Ask by `symbols`, or leave the provider out.",
  });

export const pairNotes = (label: string, symbol: string): readonly string[] => [
  `This is the coin that ${label} lists as ${symbol}, and its price there only.`,
];
