import { ToolError } from "@holdall/tool-core";

type Token =
  | { readonly kind: "name" | "text" | "number" | "word" | "symbol"; readonly value: string }
  | { readonly kind: "end"; readonly value: "" };

const pattern =
  /\s+|(?<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])|'(?<single>(?:[^']|'')*)'|"(?<double>(?:[^"]|"")*)"|`(?<tick>[^`]*)`|\[(?<bracket>[^\]]*)\]|(?<word>[\p{L}_][\p{L}\p{N}_.$]*)|(?<symbol><=|>=|<>|!=|==|=|<|>|&&|\|\||[(),!])/uy;

/**
 * A condition as SQL and people write it, as the filter of JSONPath: `amount > 3 and city = 'Rome'`, `name like 'A%'`,
 * `id in (1, 2)`, `price between 1 and 5`, `email is not null`. Text in double quotes is a name on the left of a comparison and a
 * text on the right. Undefined for what is JSONPath already. Throws `invalid_input` with the place that is not understood.
 */
export function plainFilter(written: string): string | undefined {
  if (/[@$?]/.test(written.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, ""))) return undefined;
  const tokens = tokenize(written);
  let at = 0;
  const peek = (): Token => tokens[at]!;
  const isWord = (value: string, token = peek()) => token.kind === "word" && token.value.toLowerCase() === value;
  const take = (...values: readonly string[]): boolean => {
    const { kind, value } = peek();
    const found = (kind === "word" || kind === "symbol") && values.includes(value.toLowerCase());
    if (found) at++;
    return found;
  };
  const fail = (): never => {
    const { value } = peek();
    throw new ToolError(
      "invalid_input",
      `The condition ${written.slice(0, 200)} is not understood${value === "" ? " at its end" : ` at ${value}`}.`,
      { hint: "Write one such as @.price < 10 && @.city == 'Rome', or price < 10 and city = 'Rome'." },
    );
  };
  const expect = (value: string): void => void (take(value) || fail());

  const any = (): string => {
    let left = all();
    while (take("or", "||")) left = `${left} || ${all()}`;
    return left;
  };
  const all = (): string => {
    let left = one();
    while (take("and", "&&")) left = `${left} && ${one()}`;
    return left;
  };
  const one = (): string => {
    if (take("not", "!")) return `!(${one()})`;
    if (!take("(")) return comparison();
    const inside = any();
    expect(")");
    return `(${inside})`;
  };
  const operand = (isLeft: boolean): string => {
    const { kind, value } = peek();
    if (kind === "end" || kind === "symbol") return fail();
    at++;
    if (kind === "number") return numberOf(value);
    if (kind === "word" && /^(true|false|null)$/i.test(value)) return value.toLowerCase();
    return kind === "text" || (kind === "name" && !isLeft) ? quoted(value) : `@[${quoted(value)}]`;
  };
  const comparison = (): string => {
    const left = operand(true);
    const isNot = take("not");
    const wrap = (condition: string) => (isNot ? `!(${condition})` : condition);
    if (take("in")) {
      expect("(");
      const parts = [`${left} == ${operand(false)}`];
      while (take(",")) parts.push(`${left} == ${operand(false)}`);
      expect(")");
      return wrap(`(${parts.join(" || ")})`);
    }
    if (take("between")) {
      const low = operand(false);
      expect("and");
      return wrap(`(${left} >= ${low} && ${left} <= ${operand(false)})`);
    }
    if (take("like"))
      return wrap(
        `match(${left}, ${quoted(likePattern(peek().kind === "text" || peek().kind === "name" ? tokens[at++]!.value : fail()))})`,
      );
    if (isNot) return fail();
    if (take("is")) {
      const isNegated = take("not");
      if (!isWord("null") && !isWord("empty")) return fail();
      at++;
      return isNegated ? `${left} != null` : `${left} == null`;
    }
    const { kind, value } = peek();
    if (kind !== "symbol" || !/^(=|==|!=|<>|<|>|<=|>=)$/.test(value)) return fail();
    at++;
    return `${left} ${{ "=": "==", "<>": "!=" }[value] ?? value} ${operand(false)}`;
  };

  const made = any();
  return peek().kind === "end" ? made : fail();
}

function tokenize(written: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < written.length; ) {
    pattern.lastIndex = at;
    const found = pattern.exec(written);
    if (!found) {
      tokens.push({ kind: "symbol", value: written.slice(at, at + 20) });
      break;
    }
    at = pattern.lastIndex;
    const { number, single, double, tick, bracket, word, symbol } = found.groups!;
    if (number !== undefined) tokens.push({ kind: "number", value: number });
    else if (single !== undefined) tokens.push({ kind: "text", value: single.replaceAll("''", "'") });
    else if (double !== undefined) tokens.push({ kind: "name", value: double.replaceAll('""', '"') });
    else if (tick !== undefined || bracket !== undefined) tokens.push({ kind: "word", value: (tick ?? bracket)! });
    else if (word !== undefined) tokens.push({ kind: "word", value: word });
    else if (symbol !== undefined) tokens.push({ kind: "symbol", value: symbol });
  }
  return [...tokens, { kind: "end", value: "" }];
}

const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** As JSON spells it. */
const numberOf = (written: string): string => written.replace(/^(-?)\./, "$10.").replace(/\.(?!\d)/, "");

/** `%` is any text and `_` any character. */
const likePattern = (like: string): string =>
  like
    .replace(/[-\\^$.|?*+()[\]{}]/g, "\\$&")
    .replaceAll("%", "(.|\\n|\\r)*")
    .replaceAll("_", ".");
