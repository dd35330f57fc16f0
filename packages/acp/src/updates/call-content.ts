import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { CallView, DocumentPiece, ViewBlock } from "@holdall/call-view";
import { toBase64 } from "@holdall/tool-kit";
import { capped } from "./capped.ts";
import { diffContent, diffsOf } from "./diffs.ts";

/** What is known of a call beside its view. */
export interface CallPlace {
  /** The whole path of what a call names. */
  readonly pathOf: (path: string) => string;
  readonly input: unknown;
  /** Of a call that has succeeded, or what one that is asked about would answer. */
  readonly output?: unknown;
  /** What a running command has printed last. */
  readonly printed?: string | undefined;
}

/** The content of a call as an editor shows it. */
export function contentOf(view: CallView, place: CallPlace): ToolCallContent[] {
  const created = createdFile(place);
  if (created) return [created];
  const content = view.blocks.flatMap((block) => blockContent(block, place));
  if (view.error) content.push(textContent([view.error.message, view.error.hint].filter(Boolean).join("\n")));
  else if (view.state === "running" && view.progress?.message && place.printed === undefined)
    content.push(textContent(view.progress.message));
  return content;
}

export const textContent = (text: string): ToolCallContent => ({
  type: "content",
  content: { type: "text", text: capped(text) },
});

/** A new file has nothing before it: its diff is the whole of it. */
function createdFile({ input, output, pathOf }: CallPlace): ToolCallContent | undefined {
  const { created, path } = Object(output) as { readonly created?: unknown; readonly path?: unknown };
  const { content, contents, text } = Object(input) as Readonly<Record<string, unknown>>;
  const written = [content, contents, text].find((each) => typeof each === "string");
  if (created !== true || typeof path !== "string" || typeof written !== "string") return undefined;
  return diffContent(pathOf(path), null, written);
}

const pieceText = (piece: DocumentPiece): string =>
  piece.kind === "text" ? piece.text : [piece.head, ...piece.rows].map((row) => row.join(" | ")).join("\n");

function blockContent(block: ViewBlock, { pathOf, printed }: CallPlace): ToolCallContent[] {
  switch (block.kind) {
    case "diff":
      return block.path === undefined ? [] : diffsOf(block, pathOf(block.path));
    case "terminal": {
      const output = printed ?? block.output;
      const end = block.exitCode === undefined || block.exitCode === 0 ? "" : `\n[exit ${block.exitCode}]`;
      return [textContent(fenced("console", `$ ${block.command}\n${output.replace(/\n$/, "")}${end}`))];
    }
    case "code":
      return [textContent(fenced(block.language ?? "", block.lines.map(({ text }) => text).join("\n")))];
    case "markdown":
    case "text":
      return [textContent(block.text)];
    case "document":
      return block.parts.map(({ title, pieces }) =>
        textContent([`**${title}**`, ...pieces.map(pieceText)].join("\n\n")),
      );
    case "image":
      return imageContent(block);
    case "todos":
      return [];
    case "paths":
      return [
        textContent(
          listed(
            block.paths.map(({ path }) => path),
            block.more,
          ),
        ),
      ];
    case "matches":
      return [
        textContent(
          listed(
            block.files.flatMap(({ path, rows }) => matchLines(path, rows)),
            block.more,
          ),
        ),
      ];
    case "links":
      return [
        textContent(
          listed(
            block.links.map(({ title, url }) => `${title} ${url}`),
            block.more,
          ),
        ),
      ];
    default:
      return [
        textContent(fenced("json", capped(JSON.stringify("value" in block ? block.value : block, null, 2) ?? ""))),
      ];
  }
}

const matchLines = (path: string, rows: Extract<ViewBlock, { kind: "matches" }>["files"][number]["rows"]): string[] =>
  rows
    .filter(({ isMatch }) => isMatch)
    .map(({ line, text }) => `${path}${line === undefined ? "" : `:${line}`}: ${text}`);

const listed = (lines: readonly string[], more: number): string =>
  [...lines, ...(more > 0 ? [`… and ${more} more`] : [])].join("\n") || "Nothing was found.";

function imageContent({ mediaType, source }: Extract<ViewBlock, { kind: "image" }>): ToolCallContent[] {
  const data = typeof source === "string" ? /^data:[^,]*;base64,(.*)$/s.exec(source)?.[1] : toBase64(source);
  return data === undefined ? [] : [{ type: "content", content: { type: "image", data, mimeType: mediaType } }];
}

/** Text in a fence that nothing in it can close. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^`{3,}/gm)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}
