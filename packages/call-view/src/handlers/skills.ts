import type { ViewBlock } from "../call-view.ts";
import { counted, listOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

/** The text of a skill, or the skills that were found. */
function skillBlocks(output: unknown): ViewBlock[] {
  const text = textOf(output, "text");
  const wants = listOf(output, "wants");
  const found = listOf(output, "skills", "matches").flatMap((match): ViewBlock[] => {
    const line = [textOf(match, "name"), textOf(match, "description")].filter(Boolean).join(": ");
    return line === "" ? [] : [{ kind: "text", text: line }];
  });
  return [
    ...(text === undefined ? [] : [{ kind: "text", text } as const]),
    ...found,
    ...(wants.length > 0
      ? [{ kind: "text", text: `Wishes for the tools ${wants.join(", ")}, which grants none.` } as const]
      : []),
  ];
}

/** How skills show. */
export const skillHandlers: Readonly<Record<string, Handler>> = {
  load_skill: {
    title: "Skill",
    category: "skills",
    subject: (input) =>
      [textOf(input, "name", "skill"), textOf(input, "file")].filter(Boolean).join(": ") || textOf(input, "query"),
    outcome: (output) => {
      const matches = listOf(output, "skills", "matches");
      if (textOf(output, "status") === "found") return counted(matches.length, "skill");
      return textOf(output, "status") === "unchanged" ? "loaded already" : (textOf(output, "scope") ?? "");
    },
    blocks: skillBlocks,
  },
};
