import { showLine } from "../text/lines.ts";
import { foldText } from "./fold.ts";

/** Why a line of the pattern is not the line of the file; nothing when it is. */
export function explainLine(wanted: string, actual: string | undefined, number: number): string | undefined {
  if (actual === wanted) return undefined;
  if (actual === undefined) return "the file ends before this block does";
  return `line ${number} ${reason(wanted, actual)}`;
}

function reason(wanted: string, actual: string): string {
  const [own, theirs] = [wanted.trimEnd(), actual.trimEnd()];
  if (own === theirs) return wanted === own ? "ends in spaces" : "does not end in spaces";
  const [head, fileHead] = [indentOf(own), indentOf(theirs)];
  const [body, fileBody] = [own.slice(head.length), theirs.slice(fileHead.length)];
  if (body === fileBody) return `is indented by ${describe(fileHead)}, not ${describe(head)}`;
  if (squeeze(body) === squeeze(fileBody)) return nbspOf(body, fileBody) ?? "has other spaces between its words";
  if (foldText(squeeze(body)) === foldText(squeeze(fileBody))) {
    const at = difference(body, fileBody);
    return `has ${name(fileBody, at)} in column ${fileHead.length + at + 1} where you have ${name(body, at)}`;
  }
  if (body.toLowerCase() === fileBody.toLowerCase())
    return `differs in case: ${quote(fileBody, difference(body, fileBody))}`;
  if (body === "") return `is not empty: ${quote(fileBody, 0)}`;
  if (fileBody === "") return `is empty where you have ${quote(body, 0)}`;
  const at = difference(body, fileBody);
  return `reads ${quote(fileBody, at)} where you have ${quote(body, at)}`;
}

const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];

const squeeze = (line: string): string => line.replace(/\s+/g, " ");

function nbspOf(own: string, theirs: string): string | undefined {
  const special = /[^\S \t]/;
  const [a, b] = [special.exec(own), special.exec(theirs)];
  if (b && !a) return `has ${name(theirs, b.index)} in column ${b.index + 1} of its text, not a plain space`;
  return a && !b ? `has a plain space where you have ${name(own, a.index)}` : undefined;
}

function describe(indent: string): string {
  if (indent === "") return "nothing";
  const tabs = indent.split("\t").length - 1;
  const spaces = indent.length - tabs;
  const parts = [
    tabs > 0 && `${tabs} tab${tabs === 1 ? "" : "s"}`,
    spaces > 0 && `${spaces} space${spaces === 1 ? "" : "s"}`,
  ];
  return parts.filter(Boolean).join(" and ");
}

const name = (text: string, at: number): string => {
  const char = String.fromCodePoint(text.codePointAt(at) ?? 32);
  return `${JSON.stringify(char.toWellFormed())} (U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")})`;
};

function difference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** Some text around a column. */
function quote(text: string, at: number): string {
  const from = at > 40 ? at - 30 : 0;
  return JSON.stringify(
    `${from > 0 ? "…" : ""}${showLine(text.slice(from, from + 80))}${text.length > from + 80 ? "…" : ""}`,
  );
}
