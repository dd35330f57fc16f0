import { relative } from "node:path";
import { isInside } from "@holdall/tool-kit/node";
import type { Denied, DeniedPath } from "./find-denied.ts";

const refusal =
  /Permission denied|EACCES|Read-only file system|EROFS|resource busy|EBUSY|Invalid cross-device link|EXDEV/i;
/** Sentences of one report. */
const maxMet = 5;

/** Which rules a program has met, as far as what it printed tells. */
export function deniedRules(errors: string, cwd: string, { hidden, readOnly }: Denied): string[] {
  const lines = errors.split("\n").filter((line) => refusal.test(line));
  if (lines.length === 0) return [];
  const isNamed = ({ path }: DeniedPath) =>
    lines.some((line) => [path, relative(cwd, path)].some((name) => name !== "" && line.includes(name)));
  return [
    ...hidden.filter(isNamed).map(({ path, rule }) => `The rule ${rule} denies reading ${path}.`),
    ...readOnly.filter(isNamed).map(({ path, rule }) => `The rule ${rule} denies changing ${path}.`),
  ].slice(0, maxMet);
}

/** Without what no permission opens. */
export const withoutDenied = (paths: readonly string[], { hidden, readOnly }: Denied): string[] =>
  paths.filter((path) => ![...hidden, ...readOnly].some((each) => isInside(path, each.path)));
