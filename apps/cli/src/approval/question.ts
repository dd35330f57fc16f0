import { analyzeCommand } from "@holdall/shell-analysis";
import { type Access, type ApprovalRequest, toPath } from "@holdall/tool-core";
import { describeAccess } from "./describe-access.ts";

/** Lines of a field, other than a command, that are shown. */
const shownLines = 20;
const width = 76;

/**
 * The text of an approval question, as lines: the request and its folder, every program that a command starts, in
 * canonical form with its wrappers, then the whole command as written, the whole message that would be sent, and the
 * start of everything else. Nothing in it can draw on a terminal.
 */
export function question({ tool, input, access, prompt }: ApprovalRequest): string[] {
  const { command, description, old_string, new_string, ...rest } = Object(input) as Readonly<Record<string, unknown>>;
  const isChange = typeof old_string === "string" && typeof new_string === "string";
  const written = typeof command === "string" ? command : undefined;
  const sends = access.some(({ action }) => action === "message");
  return [
    `${visible(tool)} wants to`,
    ...accessLines(access, written !== undefined),
    ...(sends ? whole(prompt) : []),
    ...(written === undefined ? field("command", command) : describeCommand(written)),
    // What is sent is in the question already.
    ...Object.entries(rest).flatMap(([name, value]) => (sends && isIn(prompt, value) ? [] : field(name, value))),
    ...(isChange
      ? change(old_string, new_string)
      : [...field("old_string", old_string), ...field("new_string", new_string)]),
    ...field("description, written by the model", description),
    ...(access.some(isSkill) ? field("what it is", prompt) : []),
    ...mixedAlphabets(JSON.stringify([access, input])),
  ];
}

/** Only the question itself says what a skill is, and what of it has changed. */
const isSkill = ({ action, target }: Access): boolean => action === "execute" && target.startsWith("skill:");

/** All recipients, the text and the files of a message: only the question itself has them, and nothing of it is left out. */
const whole = (prompt: string): string[] => prompt.split("\n").flatMap((line) => block(line, "  | "));

const isIn = (prompt: string, value: unknown): boolean =>
  typeof value === "string" && value.includes("\n") && prompt.includes(value);

/** What is asked for, and the folder in which it happens: once where it is the same for all, else with each. */
function accessLines(access: readonly Access[], isCommand: boolean): string[] {
  const line = (each: Access) => block(describeAccess(each));
  const folderOf = ({ action, cwd }: Access) =>
    cwd ?? (isCommand && action === "execute" ? "a folder known only when it runs" : undefined);
  const folders = new Set(access.map(folderOf));
  const [only] = folders;
  if (folders.size === 1) return [...access.flatMap(line), ...(only === undefined ? [] : block(`in ${only}`, ""))];
  return access.flatMap((each) => {
    const folder = folderOf(each);
    return [...line(each), ...(folder === undefined ? [] : block(`in ${folder}`, "    "))];
  });
}

function describeCommand(command: string): string[] {
  const { programs, unknowns } = analyzeCommand(command, { cwd: toPath("/") });
  const texts = programs.flatMap(({ text, wrappers }) => [...wrappers.map((wrapper) => wrapper.text), text]);
  const lines = command.split("\n");
  const size = `${lines.length === 1 ? "1 line" : `${lines.length} lines`}, ${command.length} characters`;
  return [
    "It starts",
    ...[...new Set(texts)].flatMap((text) => block(text)),
    ...unknowns.flatMap(({ reason, text }) => block(`something that cannot be determined: ${reason}: ${text}`)),
    `As written (${size})`,
    ...lines.flatMap((line) => wrapped(line).map((part) => `  | ${part}`)),
  ];
}

function field(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const lines = text.split("\n").flatMap(wrapped);
  const cut = lines.length - shownLines;
  const end = cut > 0 ? [`  … ${cut} more lines; ${text.length} characters in total`] : [];
  if (lines.length === 1) return [`${visible(name)}: ${lines[0]}`];
  return [`${visible(name)}:`, ...lines.slice(0, shownLines).map((line) => `  | ${line}`), ...end];
}

/** The lines that an edit takes out and puts in, and those around them that stay. */
function change(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const marked = (mark: string, lines: readonly string[]) => {
    const all = lines.flatMap(wrapped).map((line) => `  ${mark} | ${line}`);
    const cut = all.length - shownLines;
    return cut > 0 ? [...all.slice(0, shownLines), `  … ${cut} more lines`] : all;
  };
  return [
    "change:",
    ...marked(" ", old.slice(0, start)),
    ...marked("-", old.slice(start, old.length - end)),
    ...marked("+", now.slice(start, now.length - end)),
    ...marked(" ", old.slice(old.length - end)),
  ];
}

const block = (text: string, before = "  "): string[] =>
  wrapped(text).map((line, i) => (i === 0 ? `${before}${line}` : `${before}  ${line}`));

/** A line broken where it would be longer than a terminal is wide. */
const wrapped = (text: string): string[] => visible(text).match(new RegExp(`.{1,${width}}`, "gsu")) ?? [""];

/** Everything that has no shape of its own as an escape: what moves, hides or turns text around, and spaces that are none. */
export const visible = (text: string): string =>
  text
    .replace(/ {9,}/g, (spaces) => `[${spaces.length} spaces]`)
    .replace(/[\p{C}\p{Z}\p{M}\u115f\u1160\u3164\uffa0]/gu, (char) => (char === " " ? char : escaped(char)));

const escaped = (char: string): string => {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[char];
  return short ?? `\\u{${char.codePointAt(0)?.toString(16)}}`;
};

const lookalike = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** Words in which letters of several alphabets stand together may be meant to be taken for others. */
function mixedAlphabets(text: string): string[] {
  const words = text.match(/[\p{L}\d_.-]+/gu) ?? [];
  const mixed = words.filter((word) => /\p{Script=Latin}/u.test(word) && lookalike.test(word));
  return mixed.length === 0 ? [] : [`Warning: letters of several alphabets in one word: ${visible(mixed.join(", "))}`];
}
