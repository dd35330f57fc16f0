import { type CSSToken, TokenType } from "@csstools/css-tokenizer";

/** One property as it was written: lower case but for custom properties, without comments and escapes. */
export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** Properties that decide whether text is seen; all others are passed over. Shorthands stand for what they set. */
const relevant = new Set(
  [
    "display visibility opacity content-visibility clip clip-path filter transform scale zoom position inset",
    "left right top bottom margin margin-left margin-top text-indent white-space width height max-width max-height",
    "min-width min-height padding padding-top padding-bottom overflow overflow-x overflow-y font font-size color",
    "background background-color background-image background-clip -webkit-background-clip -webkit-text-fill-color",
    "-webkit-text-stroke -webkit-text-stroke-width text-shadow mix-blend-mode color-scheme animation animation-name",
    "animation-fill-mode animation-iteration-count -webkit-animation",
  ].flatMap((names) => names.split(" ")),
);

/** Characters of a value that are kept; none that matters here is longer. */
const longestValue = 2_000;

/** The declaration that some tokens are, if its property matters here. */
export function readDeclaration(tokens: readonly CSSToken[]): Declaration | undefined {
  const [first, ...rest] = tokens;
  if (first?.[0] !== TokenType.Ident) return undefined;
  const written = first[4].value;
  const isCustom = written.startsWith("--");
  const name = isCustom ? written : written.toLowerCase();
  if (!isCustom && !relevant.has(name)) return undefined;
  const colon = rest.findIndex(([type]) => type !== TokenType.Whitespace && type !== TokenType.Comment);
  if (rest[colon]?.[0] !== TokenType.Colon) return undefined;
  let value = rest
    .slice(colon + 1)
    .map(textOf)
    .join("")
    .trim();
  const isImportant = /!\s*important$/i.test(value);
  if (isImportant) value = value.replace(/!\s*important$/i, "").trim();
  if (value.length > longestValue || (value === "" && !isCustom)) return undefined;
  return { name, value: isCustom ? value : value.toLowerCase(), isImportant };
}

function textOf(token: CSSToken): string {
  switch (token[0]) {
    case TokenType.Comment:
      return "";
    case TokenType.Whitespace:
      return " ";
    case TokenType.Ident:
      return token[4].value;
    case TokenType.Function:
      return `${token[4].value}(`;
    case TokenType.Hash:
      return `#${token[4].value}`;
    case TokenType.URL:
      return "url()";
    case TokenType.EOF:
      return "";
    default:
      return token[1];
  }
}
