import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingWeb } from "./_packed-web.ts";
import { exec } from "./_process.ts";
import type { Package } from "./_workspace.ts";

/** Import and require every entry of the unpacked packages in a fresh Node; one sentence for each that fails or exports nothing. */
export async function packedImports(packages: readonly Package[], temp: string): Promise<string[]> {
  const lines = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((key) => !key.endsWith(".css"))
      .map((key) => importLine(`${manifest.name}${key.slice(1)}`, manifest.holdall?.typesOnly?.includes(key) ?? false)),
  );
  const file = join(temp, "import-all.mjs");
  const require = 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n';
  writeFileSync(file, `${require}${lines.join("\n")}\n`);
  const { code, output } = await exec(process.execPath, [file], temp);
  const problems = output
    .split("\n")
    .filter((line) => line.startsWith("✗ "))
    .map((line) => line.slice(2));
  if (code !== 0 && problems.length === 0) problems.push(`importing the packed packages failed:\n${output}`);
  const missing = packages.flatMap((pkg) => missingCommands(pkg, temp));
  if (missing.length > 0) return [...problems, ...missing];
  return [...problems, ...(await missingWeb(temp))];
}

/** An entry of types alone must be empty, so that nobody forgets to say what it became. */
function importLine(entry: string, isTypesOnly: boolean): string {
  const name = JSON.stringify(entry);
  const isWrong = isTypesOnly ? "> 0" : "=== 0";
  const says = isTypesOnly
    ? "exports more than types; take it from holdall.typesOnly."
    : "exports nothing at run time.";
  return (
    `await import(${name}).then((module) => { require(${name}); if (Object.keys(module).length ${isWrong}) console.log("✗ the packed " + ${name} + " ${says}"); }, ` +
    `(error) => { console.log("✗ the packed " + ${name} + " cannot be imported and required: " + String(error.message).split("\\n")[0]); process.exitCode = 1; });`
  );
}

function missingCommands({ folder, manifest }: Package, temp: string): string[] {
  return Object.entries(manifest.bin ?? {})
    .filter(([, target]) => !existsSync(join(temp, "node_modules", manifest.name, target)))
    .map(([name, target]) => `${folder}: the packed command "${name}" has no file ${target}.`);
}
