import type { SyntaxNode } from "unbash";
import type { Arg } from "./arg.ts";

const identifier = /^[A-Za-z_]\w*$/;
export const isIdentifier = (text: string): boolean => identifier.test(text);

/** Names that always hold an integer. */
const alwaysIntegers = new Set(["UID", "EUID", "PPID", "BASHPID"]);

/** Substitutions that print integers and nothing else. */
const integerCommand =
  "\\$\\(\\s*(?:date \\+%s(?:%N)?|nproc|id -u|seq(?: -?\\d+){1,3}|wc -[lcwm]\\s*<\\s*[\\w./-]+|[^'\"\\\\`#;&()<>$]*\\|\\s*wc -[lcwm])\\s*\\)";
const isIntegerCommand = new RegExp(`^${integerCommand}$`);

/** True for a part of a word whose value is an integer, or integers, whatever happens. */
export const isIntegers = (text: string): boolean =>
  isIntegerCommand.test(text) || /^\{-?\d+\.\.-?\d+(?:\.\.-?\d+)?\}$/.test(text);

export function isInteger(name: string, variables: ReadonlyMap<string, Arg>): boolean {
  const value = variables.get(name);
  if (!value) return alwaysIntegers.has(name);
  return value.isInteger === true || (value.kind === "exact" && /^[-+]?\d+$/.test(value.text));
}

const token = new RegExp(
  `\\s+|0[xX][\\da-fA-F]+|\\d+#[\\w@]+|\\d+|${integerCommand}|\\$\\{#[A-Za-z_]\\w*(?:\\[[@*]\\])?\\}|\\$[?#$!]` +
    "|(?:\\$\\{(?<braced>[A-Za-z_]\\w*)\\}|\\$(?<dollar>[A-Za-z_]\\w*)|(?<name>[A-Za-z_]\\w*))(?!\\[)|\\$\\(\\(|[-+*/%<>=!&|^~?:,()]",
  "y",
);

/**
 * True for arithmetic that only computes: integers, operators, and names that hold integers. Bash takes the value of a name
 * for an expression again, and a subscript in it may hold a command substitution; quotes protect nothing there.
 * Source: Bash Reference Manual, "Shell Arithmetic".
 */
export function onlyComputes(text: string, holdsInteger: (name: string) => boolean): boolean {
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) return false;
    const { braced, dollar, name } = found.groups ?? {};
    const used = braced ?? dollar ?? name;
    if (used !== undefined && !holdsInteger(used)) return false;
    at = token.lastIndex;
  }
  return true;
}

/** The texts in a node itself, not below it, that bash evaluates as arithmetic. */
export function arithmeticOf(node: SyntaxNode): readonly string[] {
  switch (node.type) {
    case "ArithmeticExpansion":
      return [node.text.startsWith("$((") ? node.text.slice(3, -2) : node.text.slice(2, -1)];
    case "ArithmeticCommand":
      return [node.body];
    case "ParameterExpansion": {
      const { index, operation } = node;
      const slice = operation?.type === "Slice" ? [operation.offset, operation.length] : [];
      return [index && /^[@*]$/.test(index.text) ? undefined : index, ...slice].flatMap((word) => word?.text ?? []);
    }
    case "Assignment":
      return node.index ? [node.index.text] : [];
    case "ArrayValue":
      return node.elements.flatMap(({ text }) => (text.startsWith("[") ? [text.slice(1, text.lastIndexOf("]="))] : []));
    case "TestBinary":
      return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator)
        ? [node.left, node.right].map(({ text }) => unquoted(text))
        : [];
    default:
      return [];
  }
}

/** Without the quotes around all of it, which change nothing for a value that is evaluated. */
const unquoted = (text: string): string => /^"([^"\\`]*)"$/.exec(text)?.[1] ?? text;

/** The names that arithmetic may give another value. */
export const namesSetBy = (text: string): readonly string[] =>
  /\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=/.test(text) ? (text.match(/[A-Za-z_]\w*/g) ?? []) : [];

/** True for an assignment that puts an integer into a variable. */
export const setsInteger = ({ value, index }: Extract<SyntaxNode, { type: "Assignment" }>): boolean =>
  !index && value.type === "Word" && /^(-?\d+|\$\(\([^()]*\)\))$/.test(value.text);

/** A variable that holds some integer. */
export const integerIn = (name: string): Arg => ({
  text: `$${name}`,
  kind: "dynamic",
  splits: false,
  mayBeOption: true,
  isInteger: true,
});
