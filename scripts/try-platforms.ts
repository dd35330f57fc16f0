import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exec } from "./_process.ts";
import { root } from "./_workspace.ts";
import type { PlatformRow } from "./platforms/_outcome.ts";
import { tryBrowsers } from "./platforms/browsers.ts";
import { tryRuntimes } from "./platforms/runtimes.ts";

/**
 * Run suites on other runtimes and in other browsers, print what passed, and write it to `docs/platforms.md`. With
 * `runtimes` or `browsers` as argument only those, and nothing is written.
 */
const say = (line: string): void => console.error(line);
const [only] = process.argv.slice(2);
const rows: readonly PlatformRow[] = [
  ...(only === "browsers" ? [] : await tryRuntimes(say)),
  ...(only === "runtimes" ? [] : await tryBrowsers(say)),
];
const page = pageOf(rows);
console.log(page);
for (const { platform, suite, problems } of rows)
  for (const problem of problems) say(`${platform}, ${suite}: ${problem}`);
if (only === undefined) {
  writeFileSync(join(root, "docs/platforms.md"), page);
  await exec(join(root, "node_modules/.bin/biome"), ["format", "--write", "docs/platforms.md"], root);
}
process.exitCode = rows.some(({ failed }) => failed > 0) ? 1 : 0;

function pageOf(all: typeof rows): string {
  const lines = all.map(
    ({ platform, version, suite, passed, failed }) =>
      `| ${platform} ${version} | ${suite} | ${passed} passed${failed > 0 ? `, ${failed} failed` : ""} |`,
  );
  return `# Platforms

\`npm run -s try-platforms\` runs these suites and writes this page. The whole suite runs on Node 24 with \`npm test\`; the
workflow runs it on Linux, macOS and Windows.
On Windows, \`bash\` is the portable shell.

| platform | suite | result |
| --- | --- | --- |
${lines.join("\n")}

## What failed

Tests that start a program from its sources, with the runtime's own command, fail where that command wants other words
(Bun, Deno) or cannot read the sources (Node 22 has no \`using\`). The published packages are compiled: \`npm test\` imports every
entry of them under Node 22 and 24, and calls the command. Bun has no \`registerHooks\`, by which tests load two versions of the AI SDK.
WebKitGTK's MiniBrowser keeps no files for pages (OPFS), so the playground works in memory there.

${all.flatMap(({ platform, suite, problems }) => problems.map((problem) => `- ${platform}, ${suite}: ${problem}`)).join("\n")}
`;
}
