/** A symbol as a call names it, taken apart. */
export interface AskedSymbol {
  readonly name: string;
  /** What it is in, outermost first; without `this` and `self`. */
  readonly containers: readonly string[];
  /** A file that the symbol was written with. */
  readonly path?: string | undefined;
  readonly line?: number | undefined;
}

const keywords =
  /^(?:export|default|declare|async|await|new|return|throw|typeof|yield|public|private|protected|static|readonly|override|abstract|function\*?|func|fn|fun|def|class|interface|type|enum|struct|trait|impl|const|let|var|val|import|from|extends|implements|get|set|mod|module|namespace)\s+/;

/** Read `foo()`, `Foo#bar`, `Foo::bar`, `this.bar`, `new Foo<T>(a)`, `"foo"` and `dir/file.ts:foo`. The name is "" where there is none. */
export function parseSymbol(written: string): AskedSymbol {
  let text = unquoted(written.slice(0, 500));
  let path: string | undefined;
  let line: number | undefined;
  const file = /^([^\s:#<>()]*\.[A-Za-z]\w{0,9})(?::(\d+)(?::\d+)?)?(?::{1,2}|#)(.+)$/.exec(text);
  if (file && (file[1]!.includes("/") || file[2] !== undefined || isFileName(file[1]!))) {
    path = file[1]!;
    line = file[2] === undefined ? undefined : Number(file[2]);
    text = unquoted(file[3]!);
  }
  while (keywords.test(text)) text = text.replace(keywords, "");
  text = text
    .replace(/^[@&*~$\\(]+(?=[\p{L}_$])/u, (signs) => (signs.endsWith("$") ? "$" : ""))
    .replace(/^\(\*?(\w+)\)/, "$1");
  text = withoutBrackets(text).replace(/\?\.|->|::|#|!\.|\\/g, ".");
  const words = text.split(/[^\p{L}\p{N}_$.-]/u).find((part) => /[\p{L}_$]/u.test(part)) ?? "";
  const parts = words.split(".").filter((part) => part !== "");
  const name = parts.pop() ?? "";
  return { name, containers: parts.filter((part) => !/^(?:this|self|super|cls)$/.test(part)), path, line };
}

/** How a symbol reads if its name holds signs or blanks: `A#empty?`, `V::operator+`, `` `is a b` ``, `#priv`. */
export function unusualNames(written: string): readonly Pick<AskedSymbol, "name" | "containers">[] {
  const text = unquoted(written.slice(0, 500).replace(/^(?:def|fun|func|fn)\s+/, ""));
  if (!/[?!=+*/%<>|&^~`\s-]|\[\]|r#|^#|[.:]#|@|\$/.test(text)) return [];
  const ends = ["", "::", "#", "."].flatMap((sign) => {
    if (sign === "") return [{ name: text, containers: [] as string[] }];
    const at = text.lastIndexOf(sign);
    if (at <= 0 || at + sign.length >= text.length) return [];
    return [
      {
        name: text.slice(at + sign.length),
        containers: text
          .slice(0, at)
          .split(/\.|::|#/)
          .filter(Boolean),
      },
    ];
  });
  return ends.flatMap((one) => {
    const bare = one.name.replace(/\([^()]*\)$/, "");
    const names = [one.name, bare, unquoted(bare), bare.replace(/^r#|^[@$]/, ""), `@${bare.replace(/^@/, "")}`].filter(
      (name) => name !== "",
    );
    return [...new Set(names)].map((name) => ({ ...one, name }));
  });
}

const isFileName = (text: string): boolean =>
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|java|kt|cs|rb|php|swift|c|h|cc|cpp|hpp|vue|svelte|sh|lua|scala|dart)$/.test(text);

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^["'`]+|["'`;,]+$/g, "")
    .trim();

/** The text up to its arguments, generics left out. */
function withoutBrackets(text: string): string {
  let out = "";
  let depth = 0;
  for (const char of text) {
    if (char === "<" || char === "[") depth++;
    else if ((char === ">" || char === "]") && depth > 0) depth--;
    else if (char === "(" && depth === 0) {
      const rest = text.slice(text.lastIndexOf(")") + 1);
      return out + (/^(?:\?|!)?\.[\w$.#:]+/.test(rest) ? rest : "");
    } else if (depth === 0) out += char;
  }
  return out;
}
