import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One export of a module. */
export interface Declaration {
  readonly name: string;
  /** Its comment, without the marks. */
  readonly doc: string;
  /** Its declaration; all of them, where a function has overloads. */
  readonly code: string;
}

/** What a file of declarations exports, by way of other files too, in the order of the alphabet. */
export function exportsOf(file: string): readonly Declaration[] {
  const found = new Map<string, Declaration>();
  collect(file, (name) => name, found);
  return [...found.values()].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

/** Add the exports of a file under the names that `rename` gives them; undefined leaves one out. */
function collect(file: string, rename: (name: string) => string | undefined, found: Map<string, Declaration>): void {
  const statements = statementsOf(readFileSync(file, "utf8"));
  const own = new Map<string, Declaration>();
  for (const { doc, code } of statements) {
    const [, name] =
      /^(?:export )?(?:declare )?(?:abstract )?(?:function|const|let|class|interface|type|enum) (\w+)/.exec(code) ?? [];
    if (name === undefined) continue;
    const before = own.get(name);
    const shown = code.replace(/^export (?:declare )?/, "");
    own.set(name, { name, doc: before?.doc || doc, code: before ? `${before.code}\n${shown}` : shown });
  }
  const add = (name: string, as: string | undefined) => {
    const declaration = own.get(name);
    if (as !== undefined && declaration && !found.has(as)) found.set(as, { ...declaration, name: as });
  };
  for (const { code } of statements) {
    const [, list, from] = /^export (?:type )?(\{[^}]*\}|\*)(?: from "([^"]+)")?;/.exec(code) ?? [];
    if (list === undefined) {
      const [, name] =
        /^export (?:declare )?(?:abstract )?(?:function|const|let|class|interface|type|enum) (\w+)/.exec(code) ?? [];
      if (name !== undefined) add(name, rename(name));
      continue;
    }
    const names = new Map(
      list === "*"
        ? []
        : list
            .slice(1, -1)
            .split(",")
            .filter((each) => each.trim())
            .map(nameAndAlias),
    );
    const target = from?.startsWith(".") ? join(dirname(file), from.replace(/\.[jt]sx?$/, ".d.ts")) : undefined;
    if (target && existsSync(target))
      collect(target, (name) => (list === "*" ? rename(name) : lookUp(names, name, rename)), found);
    else if (from === undefined) for (const [name, as] of names) add(name, rename(as));
    else
      for (const [name, as] of names) found.set(as, { name: as, doc: "", code: `export { ${name} } from "${from}";` });
  }
}

const lookUp = (names: ReadonlyMap<string, string>, name: string, rename: (name: string) => string | undefined) => {
  const as = names.get(name);
  return as === undefined ? undefined : rename(as);
};

function nameAndAlias(text: string): readonly [string, string] {
  const [name = "", as = name] = text
    .trim()
    .replace(/^type /, "")
    .split(" as ");
  return [name, as];
}

/** The statements of a file, each with the comment before it. The compiler begins every one of them at the margin. */
function statementsOf(text: string): { doc: string; code: string }[] {
  const statements: { doc: string; code: string }[] = [];
  let doc = "";
  const comment = /\/\*\*[\s\S]*?\*\/\n?/y;
  const start = /^(?=export |import |declare |interface |type |\/\*\*)/m;
  for (let at = 0; at < text.length; ) {
    comment.lastIndex = at;
    const [found] = comment.exec(text) ?? [];
    if (found !== undefined) {
      doc = found
        .replace(/^\/\*\*|\*\/\s*$/g, "")
        .replace(/^ *\* ?/gm, "")
        .trim();
      at += found.length;
      continue;
    }
    const next = text.slice(at + 1).search(start);
    const end = next === -1 ? text.length : at + 1 + next;
    statements.push({ doc, code: text.slice(at, end).trim() });
    doc = "";
    at = end;
  }
  return statements;
}
