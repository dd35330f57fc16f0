import { analyzeCommand } from "@holdall/shell-analysis";
import { type Access, type ApprovalRequest, toPath } from "@holdall/tool-core";
import { inputChange, previewLines } from "./change-lines.ts";
import { describeAccess } from "./describe-access.ts";
import { mixedAlphabets, visible, wrapped } from "./visible.ts";

/** Lines of a field, other than a command, that are shown. */
const shownLines = 20;

/**
 * The text of an approval question, as lines: in one sentence what is asked for and in which folder, then the change itself,
 * or every program that a command starts, in canonical form with its wrappers, and the whole command as written, the whole
 * message that would be sent, and the start of everything else. Nothing in it can draw on a terminal. With `showsChange`
 * false, the change is left to who shows it beside.
 */
export function question(request: ApprovalRequest, { showsChange = true } = {}): string[] {
  const { tool, input, access, prompt, untrusted = [] } = request;
  const fields = Object(input) as Readonly<Record<string, unknown>>;
  const { command, description, old_string, new_string, ...rest } = fields;
  const written = typeof command === "string" ? command : undefined;
  const sends = access.some(({ action }) => action === "message");
  const changed = previewLines(request);
  return [
    ...sentence(visible(tool), access, written !== undefined),
    ...(sends ? whole(prompt) : untrusted.flatMap((line) => block(line, ""))),
    ...(written === undefined ? field("command", command) : describeCommand(written, access)),
    ...(changed.length > 0
      ? [...switches(fields), ...(showsChange ? changed : [])]
      : [
          ...Object.entries(rest).flatMap(([name, value]) =>
            isNamed(access, value) || (sends && isIn(prompt, value)) ? [] : field(name, value),
          ),
          ...(typeof old_string === "string" && typeof new_string === "string"
            ? inputChange(old_string, new_string)
            : [...field("old_string", old_string), ...field("new_string", new_string)]),
        ]),
    ...field("description, written by the model", description),
    ...(access.some(isContent) ? field("what it is", prompt) : []),
    ...mixedAlphabets(JSON.stringify([access, input])),
  ];
}

/** Beside the change itself: the texts of the input are in it, and the sentence names the file. */
const switches = (fields: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (typeof value === "boolean" ? field(name, value) : []));

/** Only the question itself says what a skill, an extension or an agent is, and what of it has changed. */
const isContent = ({ action, target }: Access): boolean =>
  action === "execute" && /^(?:skill|extension|agent):/.test(target);

/** All recipients, the text and the files of a message: only the question itself has them, and nothing of it is left out. */
const whole = (prompt: string): string[] => prompt.split("\n").flatMap((line) => block(line, "  | "));

/** The sentence names it: one file, given by its path. */
const isNamed = (access: readonly Access[], value: unknown): boolean =>
  access.length > 0 && access.every(({ action, target }) => action !== "execute" && target === value);

/** What is sent is in the question already. */
const isIn = (prompt: string, value: unknown): boolean =>
  typeof value === "string" && value.includes("\n") && prompt.includes(value);

/** What is asked for, and the folder in which it happens: once where it is the same for all, else with each. */
function sentence(tool: string, access: readonly Access[], isCommand: boolean): string[] {
  const folderOf = ({ action, cwd }: Access) =>
    cwd ?? (isCommand && action === "execute" ? "a folder known only when it runs" : undefined);
  const folders = new Set(access.map(folderOf));
  const [only] = folders;
  const targets = new Set(access.map((each) => describeAccess(each).slice(each.action.length)));
  const [target] = targets;
  if (targets.size === 1 && folders.size === 1)
    return [
      ...block(`${tool} wants to ${access.map(({ action }) => action).join(" and ")}${target}`, ""),
      ...(only === undefined ? [] : block(`in ${only}`, "  ")),
    ];
  const wants = `${tool} wants to`;
  const line = (each: Access) => block(describeAccess(each));
  if (folders.size === 1)
    return [wants, ...access.flatMap(line), ...(only === undefined ? [] : block(`in ${only}`, ""))];
  return [
    wants,
    ...access.flatMap((each) => {
      const folder = folderOf(each);
      return [...line(each), ...(folder === undefined ? [] : block(`in ${folder}`, "    "))];
    }),
  ];
}

function describeCommand(command: string, access: readonly Access[]): string[] {
  const { programs, unknowns } = analyzeCommand(command, { cwd: toPath("/") });
  const [only] = programs;
  if (programs.length === 1 && unknowns.length === 0 && only?.wrappers.length === 0 && only.text === command) {
    const isAsked = access.length === 1 && access[0]?.action === "execute" && access[0].target === command;
    return isAsked ? [] : ["with the command", ...wrapped(command).map((part) => `  | ${part}`)];
  }
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

const block = (text: string, before = "  "): string[] =>
  wrapped(text).map((line, i) => (i === 0 ? `${before}${line}` : `${before}  ${line}`));
