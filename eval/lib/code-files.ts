import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CodeBase,
  createImportResolver,
  type FileModel,
  languageOf,
  lineOf,
  lineStartsOf,
  modelOf,
  tokenAt,
} from "../../packages/code-core/src/index.ts";
import { corpus } from "./corpus.ts";

/** A source tree of a corpus, unpacked until it is disposed of, as code that names are followed through. */
export interface CodeFiles extends Disposable {
  /** Where it lies on this machine. */
  readonly root: string;
  readonly base: CodeBase;
  text(path: string): string;
  /** The token at a 1-based line and column. */
  token(path: string, line: number, column: number): number;
  /** `path:line` of a token. */
  place(path: string, token: number): string;
}

export function codeFiles(name: string, archive: string): CodeFiles {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-eval-")));
  execFileSync("tar", ["xf", join(corpus(name), archive), "-C", root]);
  const paths = globSync("**/*.*", { cwd: root });
  const texts = new Map<string, string>();
  const models = new Map<string, FileModel | undefined>();
  const lines = new Map<string, Int32Array>();
  const known = new Set(paths);
  const text = (path: string) => {
    if (!texts.has(path)) texts.set(path, readFileSync(join(root, path), "utf8"));
    return texts.get(path)!;
  };
  const linesOf = (path: string) => {
    if (!lines.has(path)) lines.set(path, lineStartsOf(text(path)));
    return lines.get(path)!;
  };
  const sources = paths.filter((path) => languageOf(path) !== undefined);
  const base: CodeBase = {
    model(path) {
      if (!known.has(path)) return undefined;
      if (!models.has(path)) models.set(path, modelOf(text(path), languageOf(path) ?? ""));
      return models.get(path);
    },
    resolve: createImportResolver({ paths, read: text }),
    filesWith: (word) => sources.filter((path) => text(path).includes(word)),
  };
  return {
    root,
    base,
    text,
    token: (path, line, column) => tokenAt(base.model(path)!.tokens, linesOf(path)[line - 1]! + column - 1),
    place: (path, token) => `${path}:${lineOf(linesOf(path), base.model(path)!.tokens.start[token] ?? 0)}`,
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
