import { ToolError } from "@holdall/tool-core";
import type { TextSplice } from "../../text/lines.ts";
import { attribute, child, type XmlElement } from "../container/xml.ts";
import { unescapeCell } from "../sheets/grid.ts";
import type { RunEdit } from "./targets.ts";

/** Who and when a tracked change is by. */
export interface ChangeAuthor {
  readonly name: string;
  /** ISO 8601. */
  readonly date: string;
  /** The first number that no change of the document has. */
  firstId: number;
}

/**
 * The splices of a part's source that carry out edits of its text. The new text gets the formatting of the run where the old
 * one began. With an author, what is removed and added is tracked.
 */
export function runSplices(
  source: string,
  edits: readonly RunEdit[],
  { isWord, author }: { readonly isWord: boolean; readonly author: ChangeAuthor | undefined },
): TextSplice[] {
  const spaced = new Set<XmlElement>();
  const splices = edits.flatMap((edit) =>
    author ? trackedSplices(source, edit, author, spaced) : plainSplices(source, edit, spaced),
  );
  // Word drops white space at the ends of a text unless it is said to be kept.
  for (const element of isWord ? spaced : [])
    if (attribute(element, "space") !== "preserve")
      splices.push({ start: element.openEnd - 1, end: element.openEnd - 1, text: ' xml:space="preserve"' });
  return splices.sort((a, b) => a.start - b.start);
}

function plainSplices(source: string, { places, text }: RunEdit, spaced: Set<XmlElement>): TextSplice[] {
  const escaped = escapeXml(unescapeMarkdown(text));
  return places.map(({ start, end, textElement }, i) => {
    const fresh = i === 0 ? escaped : "";
    const rest = source.slice(textElement.openEnd, start) + fresh + source.slice(end, textElement.closeStart);
    if (/^\s|\s$/.test(rest)) spaced.add(textElement);
    return { start, end, text: fresh };
  });
}

function trackedSplices(
  source: string,
  { places, text }: RunEdit,
  author: ChangeAuthor,
  spaced: Set<XmlElement>,
): TextSplice[] {
  const fresh = escapeXml(unescapeMarkdown(text));
  return places.map(({ run, start, end, isInserted, textElement }, i) => {
    if (!run)
      throw new ToolError("unsupported", "This text is not in a run, so its change cannot be tracked.", {
        hint: "Set track_changes to false.",
      });
    spaced.add(textElement);
    const properties = child(run, "rPr");
    const open =
      source.slice(run.start, run.openEnd) + (properties ? source.slice(properties.start, properties.end) : "");
    const w = prefixOf(source, run);
    const old = source.slice(start, end);
    const mark = (kind: string, content: string) =>
      `<${w}${kind} ${w}id="${author.firstId++}" ${w}author="${escapeXml(author.name)}" ${w}date="${author.date}">${content}</${w}${kind}>`;
    const runOf = (tag: string, content: string) =>
      `${open}<${w}${tag} xml:space="preserve">${content}</${w}${tag}></${w}r>`;
    const removed = old === "" ? "" : mark("del", runOf("delText", old));
    const added = i > 0 || fresh === "" ? "" : isInserted ? runOf("t", fresh) : mark("ins", runOf("t", fresh));
    // The run ends in front of the change, and one like it goes on behind it.
    return { start, end, text: `</${w}t></${w}r>${removed}${added}${open}<${w}t xml:space="preserve">` };
  });
}

const prefixOf = (source: string, run: XmlElement): string =>
  /^<([\w.-]+:)?/.exec(source.slice(run.start, run.openEnd))?.[1] ?? "";

function unescapeMarkdown(text: string): string {
  if (text.includes("<br>"))
    throw new ToolError("invalid_input", "new_string adds a line break to a cell of a table.", {
      hint: "Only the words of a cell can be changed. Nothing was changed.",
    });
  return unescapeCell(text);
}

/** Text as XML has it. Throws `invalid_input` for control characters, which XML does not have. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text) || !text.isWellFormed())
    throw new ToolError("invalid_input", "new_string has a control character, which a document cannot hold.", {
      hint: "Leave it out. Nothing was changed.",
    });
  return text.replace(/[&<>"]/g, (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char]!);
}
