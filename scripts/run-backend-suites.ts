import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exec } from "./_process.ts";
import { readSignatures, renderSignatures, type TestReport } from "./_signatures.ts";
import { readJson, root } from "./_workspace.ts";

const page = "docs/backends.md";
// PGlite runs the suite too.
process.env.HOLDALL_STRESS ??= "1";
const bin = (name: string): string => join(root, "node_modules/.bin", name);
const temp = mkdtempSync(join(tmpdir(), "holdall-table-"));
try {
  const file = join(temp, "results.json");
  const { code, output } = await exec(
    bin("vitest"),
    ["run", "--reporter=json", `--outputFile.json=${file}`, "--project=backends-*", "-t", "keeps the backend contract"],
    root,
  );
  if (code !== 0) throw new Error(`The suites did not pass:\n${output}`);
  const signatures = readSignatures(readJson<TestReport>(file), root);
  writeFileSync(join(root, page), renderSignatures(signatures));
  await exec(bin("biome"), ["format", "--write", page], root);
  console.log(`${page}: ${signatures.length} backends`);
} finally {
  rmSync(temp, { recursive: true, force: true });
}
