import { isWord, textOf, token, typeOf } from "../../scan/tokens.ts";
import { functionValue } from "./function-value.ts";
import { readValue } from "./members.ts";
import { endsOperand, type Parser } from "./parser.ts";

/** `exports.a = …`, `module.exports = …`, `A.prototype.b = …`, `A.b = function …`: definitions of JavaScript before modules. */
export function assigned(p: Parser, at: number, to: number): void {
  const { tokens, model } = p;
  if (typeOf(tokens, at + 1) !== token.dot || model.inFunction) return;
  let last = at;
  while (typeOf(tokens, last + 1) === token.dot && typeOf(tokens, last + 2) === token.word) last += 2;
  if (typeOf(tokens, last + 1) !== token.equals || last + 1 >= to) return;
  const owner = tokens.text.slice(tokens.start[at]!, tokens.end[last - 2]!);
  const value = last + 2;
  const isFunction =
    isWord(tokens, value, "function") ||
    isWord(tokens, value, "async") ||
    typeOf(tokens, value + 1) === token.arrow ||
    isArrowAt(p, value);
  if (owner === "module" && isWord(tokens, last, "exports")) {
    if (
      typeOf(tokens, value) === token.word &&
      typeOf(tokens, value + 1) !== token.openParen &&
      typeOf(tokens, value + 1) !== token.dot &&
      !isFunction
    ) {
      model.reexports.push({ name: textOf(tokens, value), as: "default", specifier: undefined });
    }
    return;
  }
  const isExport = owner === "exports" || owner === "module.exports";
  if (!isExport && !isFunction && !owner.endsWith(".prototype")) return;
  if (isExport && typeOf(tokens, value) === token.word && textOf(tokens, value) === textOf(tokens, last) && !isFunction)
    return;
  const container = isExport ? "" : owner.replace(/\.prototype$/, "");
  if (container === "this" || container.startsWith("this.")) return;
  const made = model.declare({
    at: last,
    kind: isFunction
      ? container === ""
        ? "function"
        : "method"
      : isWord(tokens, value, "class")
        ? "class"
        : isExport
          ? "variable"
          : "property",
    from: at,
    container,
    exported: true,
    ...(isExport ? {} : { memberOf: at }),
  });
  readValue(p, made, value);
  made.to = endOfLineStatement(p, value, to);
  functionValue(p.tokens, made, value);
}

function isArrowAt({ tokens }: Parser, at: number): boolean {
  return typeOf(tokens, at) === token.openParen && typeOf(tokens, tokens.match[at]! + 1) === token.arrow;
}

function endOfLineStatement({ tokens }: Parser, from: number, to: number): number {
  let at = from;
  while (
    at < to &&
    typeOf(tokens, at) !== token.semicolon &&
    !(
      at > from &&
      tokens.first[at] === 1 &&
      endsOperand(tokens, at - 1, (i) => textOf(tokens, i)) &&
      typeOf(tokens, at) !== token.dot
    )
  ) {
    at = tokens.match[at]! > at ? tokens.match[at]! + 1 : at + 1;
  }
  return Math.min(at, to);
}
