import { type CodeSymbol, occurrencesOf } from "@holdall/code-core";
import type { Path } from "@holdall/tool-core";
import type { CodeFiles } from "./code-files.ts";
import { symbolsOf } from "./source-positions.ts";

/** A call in the file that defines what is called. */
export interface SameFileCall {
  /** The function around it; undefined at the top level. */
  readonly caller: CodeSymbol | undefined;
  readonly callee: CodeSymbol;
  readonly offset: number;
}

const callable = /^(?:function|method|constructor)$/;
/** Languages in which a method is called by its name alone from the methods beside it. */
const implicitThis = /^(?:java|kotlin|swift|csharp|cpp|scala|dart|ruby)$/;
const maxText = 2_000_000;

/**
 * Calls within a file of a language whose scopes are not understood: those whose name, receiver and place leave one
 * definition of the file. `isAsked` chooses the definitions that are looked at.
 */
export function sameFileCalls(
  files: CodeFiles,
  path: Path,
  isAsked: (callee: CodeSymbol) => boolean,
): readonly SameFileCall[] {
  const { text = "", language = "" } = files.loaded(path) ?? {};
  if (text.length > maxText) return [];
  const symbols = symbolsOf(files, path).filter(({ kind }) => callable.test(kind));
  const found: SameFileCall[] = [];
  const names = new Set(symbols.filter(isAsked).map(({ name }) => name));
  for (const name of names) {
    const named = symbols.filter((one) => one.name === name);
    for (const { start: offset, isCall } of occurrencesOf(text, language, name) ?? []) {
      if (!isCall || named.some(({ nameStart }) => nameStart === offset)) continue;
      const caller = around(symbols, offset);
      if (caller && isShadowed(text.slice(caller.start, offset), name)) continue;
      const meant = candidates(named, receiverBefore(text, offset), caller, implicitThis.test(language));
      const [callee] = meant;
      if (meant.length === 1 && callee && isAsked(callee)) found.push({ caller, callee, offset });
    }
  }
  return found;
}

const around = (symbols: readonly CodeSymbol[], offset: number): CodeSymbol | undefined =>
  symbols.reduce<CodeSymbol | undefined>(
    (inner, one) => (one.start <= offset && offset < one.end && (!inner || one.start >= inner.start) ? one : inner),
    undefined,
  );

/** What stands before a name with a dot or another sign of access: "" for none. */
function receiverBefore(text: string, offset: number): string {
  const [, receiver, sign] =
    /([\p{L}\p{N}_$]*)[?!]?\s{0,40}(\.|::|->)\s{0,40}$/u.exec(text.slice(Math.max(0, offset - 200), offset)) ?? [];
  return sign === undefined ? "" : receiver || "?";
}

function candidates(
  named: readonly CodeSymbol[],
  receiver: string,
  caller: CodeSymbol | undefined,
  implicit: boolean,
): readonly CodeSymbol[] {
  const own = caller?.container;
  if (receiver === "") {
    const beside = implicit && own !== undefined ? named.filter(({ container }) => container === own) : [];
    return beside.length > 0
      ? beside
      : named.filter(({ container, kind }) => container === undefined || kind === "function");
  }
  if (/^(?:self|\$?this|Self|static)$/.test(receiver))
    return named.filter(({ container }) => container !== undefined && container === own);
  return named.filter(({ container }) => container?.split(".").at(-1) === receiver);
}

/** A parameter or variable of that name before the call. */
const isShadowed = (before: string, name: string): boolean => {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(
    `\\b(?:let|var|val|mut|fn|fun|func|def)\\s+${literal}\\b(?!\\s*[(<])|\\b${literal}\\s*:=|[(,]\\s*${literal}\\s*:[^:]`,
    "u",
  ).test(before);
};
