import { codeBlock, languageOf, numberedLines } from "../blocks/code.ts";
import { cellsBlock, fileBlock, imageBlock } from "../blocks/content.ts";
import { diffBlocks, plannedDiff } from "../blocks/diff.ts";
import { documentBlock } from "../blocks/document.ts";
import { matchBlock, pathBlock, sizeText } from "../blocks/search.ts";
import type { ViewBlock } from "../call-view.ts";
import { counted, fieldOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const category = "filesystem";
const pathOf = (value: unknown): string | undefined => textOf(value, "path", "file_path", "notebook_path");

/** What the diff of an output shows. */
const changes = (output: unknown): ViewBlock[] => diffBlocks(textOf(output, "diff") ?? "", pathOf(output));

/** `+2 −1` over all files of a diff. */
function countChanges(output: unknown): string {
  const diffs = diffBlocks(textOf(output, "diff") ?? "", undefined);
  const sum = (of: "added" | "removed") => diffs.reduce((all, diff) => all + diff[of], 0);
  return diffs.length === 0 ? "" : `+${sum("added")} −${sum("removed")}`;
}

const edit = (title: string, preview: NonNullable<Handler["preview"]>): Handler => ({
  title,
  category,
  outcome: (output) => countChanges(output) || (fieldOf(output, "changed") === false ? "no change" : ""),
  preview,
  blocks: (output, input) => {
    const shown = changes(output);
    return shown.length > 0 ? shown : preview(input);
  },
});

const planned = (value: unknown, path: string | undefined) =>
  plannedDiff(textOf(value, "old_string", "old_text") ?? "", textOf(value, "new_string", "new_text") ?? "", path);

const written = (input: unknown): ViewBlock[] => {
  const text = textOf(input, "content", "contents", "text");
  return text === undefined ? [] : [codeBlock(text, pathOf(input))];
};

function read(output: unknown): ViewBlock[] {
  const content = textOf(output, "content") ?? "";
  const path = pathOf(output);
  const more = Math.max(0, (numberOf(output, "total") ?? 0) - (numberOf(output, "end_line") ?? 0));
  const part = fieldOf(output, "part");
  const left = Math.max(0, (numberOf(part, "total") ?? 0) - (numberOf(part, "last") ?? 0));
  const images = [fieldOf(output, "image"), ...listOf(output, "images")].flatMap((image) => imageBlock(image, path));
  if (textOf(output, "kind") === "notebook") return [cellsBlock(content, left), ...images];
  if (images.length > 0) return images;
  const file = textOf(output, "kind") === "pdf" ? fileBlock(output, [counted(numberOf(part, "total"), "page")]) : [];
  const isDocument = textOf(output, "kind") === "document";
  const document = isDocument || file.length > 0 ? documentBlock(output) : undefined;
  if (document) return [...file, document];
  if (isDocument) return [{ kind: "markdown", text: content }];
  const code = {
    kind: "code",
    path,
    language: languageOf(path),
    lines: numberedLines(content),
    more: more || left,
  } as const;
  return [...file, code];
}

function readOutcome(output: unknown): string {
  const [first, last, total] = ["line", "end_line", "total"].map((name) => numberOf(output, name));
  if (first !== undefined && last !== undefined && last - first + 1 !== total) return `lines ${first}–${last}`;
  const part = fieldOf(output, "part");
  if (["document", "pdf"].includes(textOf(output, "kind") ?? ""))
    return counted(numberOf(part, "total") ?? total, textOf(part, "unit") ?? "page");
  return counted(total, "line") || (textOf(output, "kind") ?? "");
}

const listing = (title: string, noun: string, plural?: string): Handler => ({
  title,
  category,
  outcome: (output) => counted(numberOf(output, "total"), noun, plural),
  blocks: (output) => [pathBlock(output)],
});

const silent = () => [];

/** A search stopped at a limit. Sessions that were saved earlier say `truncated`. */
const isCut = (output: unknown): boolean =>
  fieldOf(output, "truncated") === true ||
  numberOf(output, "next_offset") !== undefined ||
  numberOf(fieldOf(output, "left_out"), "max_per_file") !== undefined;

/** Commands of Anthropic's text editor are calls of other tools. */
const madeBy = (output: unknown): Handler | undefined => fileHandlers[textOf(output, "tool") ?? ""];

/** The input of its command, as those tools spell it. */
const spelled = (input: unknown) => ({
  path: pathOf(input),
  content: textOf(input, "file_text", "insert_text"),
  old_string: textOf(input, "old_str"),
  new_string: textOf(input, "new_str"),
});

const plannedIn = (input: unknown) => planned(spelled(input), pathOf(input));

/** How the tools of tools-fs are shown. */
export const fileHandlers: Readonly<Record<string, Handler>> = {
  read_file: { title: "Read file", category, outcome: readOutcome, preview: silent, blocks: read },
  write_file: {
    title: "Write file",
    category,
    outcome: (output) =>
      countChanges(output) ||
      (fieldOf(output, "changed") === false ? "no change" : counted(numberOf(output, "lines"), "line")),
    preview: written,
    blocks: (output, input) => {
      const shown = changes(output);
      return shown.length > 0 ? shown : written(input);
    },
  },
  append_file: { title: "Append to file", category, preview: written, blocks: (_, input) => written(input) },
  edit_file: edit("Edit file", (input) => [planned(input, pathOf(input))]),
  multi_edit: edit("Edit file", (input) => listOf(input, "edits").map((one) => planned(one, pathOf(input)))),
  apply_patch: {
    ...edit("Apply patch", (input) => {
      const patch = textOf(input, "patch", "input", "diff");
      return patch === undefined ? [] : [codeBlock(patch, "change.diff")];
    }),
    subject: (_, output) => listOf(output, "files").map(pathOf).filter(Boolean).join(", "),
  },
  edit_notebook: edit("Edit notebook", (input) => {
    const source = textOf(input, "new_source");
    return source === undefined ? [] : [codeBlock(source, undefined)];
  }),
  str_replace_based_edit_tool: {
    title: "Text editor",
    category,
    outcome: (output, input) => madeBy(output)?.outcome?.(fieldOf(output, "output"), spelled(input)) ?? "",
    preview: (input) => (textOf(input, "old_str") === undefined ? written(spelled(input)) : [plannedIn(input)]),
    blocks: (output, input) => madeBy(output)?.blocks?.(fieldOf(output, "output"), spelled(input)) ?? [],
  },
  undo: {
    ...edit("Undo", silent),
    subject: (_, output) => listOf(output, "files").map(pathOf).filter(Boolean).join(", "),
  },
  delete_file: { title: "Delete file", category, outcome: () => "deleted", preview: silent, blocks: silent },
  move_file: { title: "Move file", category, outcome: () => "moved", preview: silent, blocks: silent },
  create_directory: {
    title: "Create folder",
    category,
    outcome: (output) => (fieldOf(output, "created") === false ? "was there" : "created"),
    preview: silent,
    blocks: silent,
  },
  file_info: {
    title: "File info",
    category,
    outcome: (output) => {
      const size = numberOf(output, "bytes");
      if (fieldOf(output, "exists") === false) return "not there";
      return size === undefined ? (textOf(output, "kind") ?? "") : sizeText(size);
    },
    preview: silent,
  },
  list_directory: listing("List folder", "entry", "entries"),
  list_files: listing("List files", "file"),
  glob_files: listing("Find files", "file"),
  grep_files: {
    title: "Search in files",
    category,
    outcome: (output) => {
      const listed = numberOf(output, "total_matches");
      const found =
        listed ?? listOf(output, "files").reduce<number>((sum, file) => sum + (numberOf(file, "matches") ?? 0), 0);
      return isCut(output) ? `${found.toLocaleString("en-US")}+ matches` : counted(found, "match", "matches");
    },
    preview: silent,
    blocks: (output) => [
      matchBlock(output),
      ...(isCut(output) ? [{ kind: "text", text: "There are more matches than were asked for." } as const] : []),
    ],
  },
};
