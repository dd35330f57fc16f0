import type { CodeLine, ViewBlock } from "../call-view.ts";

const languages: Readonly<Record<string, string>> = {
  cjs: "javascript",
  css: "css",
  go: "go",
  html: "html",
  java: "java",
  js: "javascript",
  json: "json",
  jsx: "jsx",
  md: "markdown",
  mjs: "javascript",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  sql: "sql",
  toml: "toml",
  ts: "typescript",
  tsx: "tsx",
  yaml: "yaml",
  yml: "yaml",
};

/** The language of a file, by its extension. */
export const languageOf = (path: string | undefined): string | undefined =>
  languages[/\.([a-z0-9]+)$/i.exec(path ?? "")?.[1]?.toLowerCase() ?? ""];

/** Lines as read_file numbers them: number, two spaces, text. A line without a number is shown without one. */
export function numberedLines(content: string): CodeLine[] {
  return content.split("\n").map((line) => {
    const numbered = /^ *(\d+) {2}(.*)$/s.exec(line) ?? /^ *(\d+)()$/.exec(line);
    return numbered ? { number: Number(numbered[1]), text: numbered[2] ?? "" } : { text: line };
  });
}

/** A text that is going to be, or was, a file. */
export function codeBlock(text: string, path: string | undefined, more = 0): ViewBlock {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const numbered = lines.map((line, at) => ({ number: at + 1, text: line }));
  return { kind: "code", path, language: languageOf(path), lines: numbered, more };
}
