import type { Backend, Path } from "@holdall/tool-core";
import { jsonPlace } from "@holdall/tool-kit";
import type { LintProblem } from "../schema.ts";
import type { LinterResult } from "./run-linter.ts";

/** Configurations that may hold comments though their names end like those of JSON. */
const withComments = /\/([tj]sconfig[^/]*|\.eslintrc|devcontainer)\.json$|\/\.vscode\//;

/** Whether JSON files that no tool checks can be parsed; undefined where there are none. */
export async function checkJson(
  files: readonly Path[],
  old: ReadonlyMap<Path, Uint8Array | null>,
  backend: Backend,
  signal: AbortSignal,
): Promise<LinterResult | undefined> {
  const checked = files.filter((file) => /\.json$/.test(file) && !withComments.test(file));
  if (checked.length === 0) return undefined;
  const problems: LintProblem[] = [];
  for (const path of checked) {
    const { bytes } = await backend.read(path, { signal });
    const text = new TextDecoder().decode(bytes);
    if (isJson(text)) continue;
    const [line = 1, column = 1] = (jsonPlace(text).match(/\d+/g) ?? []).map(Number);
    const before = old.get(path);
    const isOld = before === undefined || (before !== null && !isJson(new TextDecoder().decode(before)));
    const state = isOld ? "before" : "new";
    problems.push({ path, line, column, severity: "error", state, message: "This is not valid JSON.", tool: "json" });
  }
  return { run: { tool: "json", status: "ok", checked: checked.length }, problems, checked, fixed: 0 };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
