import { readFileSync } from "node:fs";
import { type Package, type Report, readWorkspace, runCheck, sourcesOf } from "./_workspace.ts";

const limit = 1 / 8;

/** Comments stay under an eighth of a package's lines; more is a note, not a failure. */
export function checkComments(root: string): Report {
  const packages = readWorkspace(root);
  return { looked: "comment lines per package (warns only)", problems: [], notes: packages.flatMap(tooMany) };
}

function tooMany(pkg: Package): string[] {
  const lines = sourcesOf(pkg, "code").flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
  const comments = lines.filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length;
  if (lines.length < 40 || comments <= lines.length * limit) return [];
  return [
    `${pkg.folder}: ${comments} of ${lines.length} lines are comments (${Math.round((100 * comments) / lines.length)} %); an eighth is enough.`,
  ];
}

if (import.meta.main) await runCheck("comments", checkComments);
