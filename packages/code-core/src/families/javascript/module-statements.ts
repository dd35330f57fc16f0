import { isWord, textOf, token, typeOf } from "../../scan/tokens.ts";
import { space } from "../../scopes/file-model.ts";
import { type Parser, stops } from "./parser.ts";

/** `export { a as b } from "…"`, `export * from "…"`, `export = a`; 0 when something is declared instead. */
export function exportList(p: Parser, at: number, to: number): number {
  const { tokens, model } = p;
  let next = at + 1;
  if (
    isWord(tokens, next, "type") &&
    (typeOf(tokens, next + 1) === token.openBrace || typeOf(tokens, next + 1) === token.star)
  )
    next++;
  const type = typeOf(tokens, next);
  if (type === token.equals) return p.expression(next + 1, to, stops.line);
  if (isWord(tokens, next, "as") && isWord(tokens, next + 1, "namespace")) return next + 3;
  if (type !== token.openBrace && type !== token.star) return 0;
  const close = type === token.openBrace ? tokens.match[next]! : isWord(tokens, next + 1, "as") ? next + 2 : next;
  const from = isWord(tokens, close + 1, "from") && typeOf(tokens, close + 2) === token.string;
  const specifier = from ? textOf(tokens, close + 2).slice(1, -1) : undefined;
  if (type === token.star)
    model.reexports.push({ name: "*", as: close > next ? textOf(tokens, close) : "*", specifier });
  else {
    for (let i = next + 1; i < close; i++) {
      if (typeOf(tokens, i) === token.comma) continue;
      if (isWord(tokens, i, "type") && typeOf(tokens, i + 1) === token.word && !isWord(tokens, i + 1, "as")) i++;
      model.use(i, from ? "export" : "value");
      const renamed = isWord(tokens, i + 1, "as");
      model.reexports.push({ name: textOf(tokens, i), as: textOf(tokens, renamed ? i + 2 : i), specifier });
      if (renamed) i += 2;
    }
  }
  const end = from ? close + 3 : close + 1;
  if (isWord(tokens, end, "with") && typeOf(tokens, end + 1) === token.openBrace) return tokens.match[end + 1]! + 1;
  return end;
}

/** `import a, { type b as c }, * as d from "…"` and `import a = require("…")`. */
export function importDeclaration(p: Parser, at: number, to: number, exported: boolean): number {
  const { tokens, model } = p;
  let next = at + 1;
  if (typeOf(tokens, next) === token.string) return next + 1;
  const isType = isWord(tokens, next, "type") || isWord(tokens, next, "defer");
  if (
    isType &&
    (typeOf(tokens, next + 1) !== token.word || !isWord(tokens, next + 1, "from")) &&
    typeOf(tokens, next + 1) !== token.comma
  )
    next++;
  const names: { at: number; name: string }[] = [];
  for (; next < to; next++) {
    const type = typeOf(tokens, next);
    if (type === token.openBrace) {
      const close = tokens.match[next]!;
      for (let i = next + 1; i < close; i++) {
        if (typeOf(tokens, i) === token.comma) continue;
        if (
          isWord(tokens, i, "type") &&
          typeOf(tokens, i + 1) === token.word &&
          !(isWord(tokens, i + 1, "as") && !isWord(tokens, i + 2, "as"))
        )
          i++;
        const renamed = isWord(tokens, i + 1, "as");
        const name = textOf(tokens, i).replace(/^["']|["']$/g, "");
        names.push({ at: renamed ? i + 2 : i, name });
        if (renamed) {
          names.push({ at: i, name: "" });
          i += 2;
        }
      }
      next = close;
    } else if (type === token.star) {
      names.push({ at: next + 2, name: "*" });
      next += 2;
    } else if (isWord(tokens, next, "from") && typeOf(tokens, next + 1) === token.string) break;
    else if (type === token.word) {
      if (typeOf(tokens, next + 1) === token.equals) {
        const isRequire = isWord(tokens, next + 2, "require");
        const made = model.declare({
          at: next,
          kind: "import",
          space: space.both,
          exported,
          importIndex: isRequire ? model.imports.length : -1,
        });
        if (isRequire) model.imports.push({ specifier: textOf(tokens, next + 4).slice(1, -1), name: "*" });
        else made.value = next + 2;
        made.to = p.expression(next + 2, to, stops.line);
        return made.to;
      }
      if (typeOf(tokens, next + 1) !== token.comma && !isWord(tokens, next + 1, "from")) return next + 1;
      names.push({ at: next, name: "default" });
    } else if (type !== token.comma) return next;
  }
  const specifier = textOf(tokens, next + 1).slice(1, -1);
  for (const one of names) {
    if (one.name !== "") {
      const importIndex = model.imports.push({ specifier, name: one.name }) - 1;
      model.declare({ at: one.at, kind: "import", space: space.both, importIndex, from: at, to: next + 2 });
    }
    model.use(one.at, "import");
  }
  const end = next + 2;
  if ((isWord(tokens, end, "with") || isWord(tokens, end, "assert")) && typeOf(tokens, end + 1) === token.openBrace)
    return tokens.match[end + 1]! + 1;
  return end;
}
