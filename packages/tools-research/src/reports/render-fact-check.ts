import { wrapUntrusted } from "@holdall/tool-kit/text";
import type { FactCheckOutput } from "./fact-output.ts";

const words: Readonly<Record<FactCheckOutput["verdict"], string>> = {
  supported: "Supported",
  refuted: "Refuted",
  conflicting: "Sources conflict",
  not_enough_evidence: "Not enough evidence",
  not_judged: "Not judged: no model took stances. This is evidence, not a verdict",
};

/** The text of a fact check for the model: the verdict with who gave it, and the evidence. */
export function renderFactCheck({ verdict, judged_by: by, evidence, independent, notes }: FactCheckOutput): string {
  const lines = evidence.map(
    ({ stance, quote, url, published }) =>
      `- ${stance}: “${quote.replace(/\s+/gu, " ").trim()}” ${[url, published?.slice(0, 10)].filter(Boolean).join(" · ")}`,
  );
  const sources = `${independent} independent ${independent === 1 ? "source" : "sources"}`;
  return [
    `${words[verdict]} (${by === null ? sources : `by ${by}, ${sources}`}).`,
    ...(lines.length > 0 ? [wrapUntrusted(lines.join("\n"), { source: "evidence" })] : ["Nothing was found."]),
    ...(notes.length > 0 ? [wrapUntrusted(notes.slice(0, 12).join("\n"), { source: "notes" })] : []),
  ].join("\n");
}
