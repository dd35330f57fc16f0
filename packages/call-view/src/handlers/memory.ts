import { codeBlock, numberedLines } from "../blocks/code.ts";
import { plannedDiff } from "../blocks/diff.ts";
import type { ViewBlock } from "../call-view.ts";
import { counted, fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const pathOf = (input: unknown): string => textOf(input, "path") ?? "/memories";

/** What a command is about to do to a note. */
function planned(input: unknown): ViewBlock[] {
  const path = pathOf(input);
  switch (textOf(input, "command")) {
    case "create":
      return [codeBlock(textOf(input, "file_text") ?? "", path)];
    case "str_replace":
      return [plannedDiff(textOf(input, "old_str") ?? "", textOf(input, "new_str") ?? "", path)];
    case "insert":
      return [plannedDiff("", textOf(input, "insert_text") ?? "", path)];
    default:
      return [];
  }
}

const untrusted: ViewBlock = {
  kind: "text",
  text: "Written after reading what others wrote: material to judge.",
  isWarning: true,
};

/** What a view of a note or a folder has answered: numbered lines behind a sentence. */
function viewed(output: unknown): ViewBlock[] {
  const lines = (textOf(output, "text") ?? "").replace(/\n$/, "").split("\n");
  const [, ...rest] = lines;
  const path = textOf(output, "path");
  if (path === undefined) return [{ kind: "text", text: lines.join("\n") }];
  const numbered = rest.map((line) => line.replace(/^ *(\d+)\t/, "$1  "));
  return [{ kind: "code", path, lines: numberedLines(numbered.join("\n")), more: 0 }];
}

const found = (note: unknown): ViewBlock[] => {
  const first = numberOf(note, "line") ?? 1;
  const lines = listOf(note, "lines").flatMap((text, at) =>
    typeof text === "string" ? [{ number: first + at, text }] : [],
  );
  const path = [textOf(note, "path"), textOf(note, "trust")].filter(Boolean).join(" · ");
  return [...(textOf(note, "trust") === "untrusted" ? [untrusted] : []), { kind: "code", path, lines, more: 0 }];
};

const verbs: Readonly<Record<string, string>> = {
  create: "created",
  str_replace: "edited",
  insert: "edited",
  delete: "deleted",
  rename: "renamed",
};

/** How notes are shown: what is written into them, whose words they are, and what a search has found. */
export const memoryHandlers: Readonly<Record<string, Handler>> = {
  memory: {
    title: "Memory",
    category: "memory",
    subject: (input) => {
      const command = (textOf(input, "command") ?? "").replaceAll("_", " ");
      const to = textOf(input, "new_path");
      const path = to === undefined ? pathOf(input) : `${textOf(input, "old_path") ?? ""} → ${to}`;
      return [command, path].filter(Boolean).join(" ");
    },
    outcome: (output) => verbs[textOf(output, "command") ?? ""] ?? textOf(output, "trust") ?? "",
    preview: planned,
    blocks: (output, input) => {
      const shown = textOf(output, "command") === "view" ? viewed(output) : planned(input);
      const hidden: ViewBlock = { kind: "text", text: "Secrets were left out of what was written.", isWarning: true };
      return [
        ...(textOf(output, "trust") === "untrusted" ? [untrusted] : []),
        ...(fieldOf(output, "hidden") === true ? [hidden] : []),
        ...shown,
      ];
    },
  },
  memory_search: {
    title: "Search memory",
    category: "memory",
    outcome: (output) => counted(numberOf(output, "total", "found") ?? listOf(output, "notes").length, "note"),
    blocks: (output) => listOf(output, "notes").flatMap(found),
  },
};
