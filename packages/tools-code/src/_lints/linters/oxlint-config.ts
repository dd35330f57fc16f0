import { parseJsonWithComments } from "@holdall/code-core";

const ofOverrides = ["env", "excludeFiles", "files", "globals", "plugins", "rules"];
const ofFiles = [
  "$schema",
  "categories",
  "env",
  "globals",
  "ignorePatterns",
  "overrides",
  "plugins",
  "rules",
  "settings",
];

/**
 * Whether oxlint may run code with a configuration: one that is a program, that cannot be read as JSON, or that has a key
 * that is not known to be data, such as `jsPlugins`, `extends` and `options`, which starts a type checker of the project.
 */
export function oxlintRunsCode({
  name = "",
  text,
}: {
  readonly name: string | undefined;
  readonly text: string;
}): boolean {
  if (!/\.jsonc?$/.test(name)) return true;
  const config = parseJsonWithComments(text);
  if (!hasOnly(config, ofFiles)) return true;
  const { overrides = [] } = config;
  return !Array.isArray(overrides) || !overrides.every((each) => hasOnly(each, ofOverrides));
}

const hasOnly = (value: unknown, keys: readonly string[]): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => keys.includes(key));
