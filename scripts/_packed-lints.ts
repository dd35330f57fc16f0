import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData, type Problem } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { Manifest } from "./_workspace.ts";

/** Packages are modules only: how a resolver without them fails is known. */
const isForModules = (problem: Problem): boolean =>
  !("resolutionKind" in problem && (problem.resolutionKind === "node10" || problem.resolutionKind === "node16-cjs"));

/** What publint and "are the types wrong" say about a tarball; one sentence each. Both run in this process: starting them for each package takes ten times as long. */
export async function packedLints(tarball: string, { exports = {} }: Manifest): Promise<string[]> {
  const bytes = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: bytes.buffer }, strict: true });
  const problems = messages
    .filter(({ type }) => type === "error")
    .map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
  const styles = Object.keys(exports).filter((key) => key.endsWith(".css"));
  if (Object.keys(exports).length === 0) return problems;
  const types = await checkPackage(createPackageFromTarballData(bytes), { excludeEntrypoints: styles });
  if (types.types === false) return [...problems, "the tarball has no types."];
  return [
    ...problems,
    ...types.problems
      .filter(isForModules)
      .map((problem) => `are the types wrong: ${problem.kind} ${JSON.stringify(problem)}`),
  ];
}
