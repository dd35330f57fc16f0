import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./_workspace.ts";
import { type PlatformRow, tryRuntimes } from "./platforms/runtimes.ts";

/** Run suites on other runtimes, print what passed, and write it to `docs/platforms.md`. */
const say = (line: string): void => console.error(line);
const rows = await tryRuntimes(say);
const page = pageOf(rows);
console.log(page);
for (const { platform, problems } of rows) for (const problem of problems) say(`${platform}: ${problem}`);
writeFileSync(join(root, "docs/platforms.md"), page);
process.exitCode = rows.some(({ failed }) => failed > 0) ? 1 : 0;

function pageOf(all: readonly PlatformRow[]): string {
  const lines = all.map(
    ({ platform, version, suite, passed, failed }) =>
      `| ${platform} ${version} | ${suite} | ${passed} passed${failed > 0 ? `, ${failed} failed` : ""} |`,
  );
  return `# Platforms

\`npm run -s try-platforms\` runs these suites and writes this page. The whole suite runs on Node 24 with \`npm test\`; the
workflow runs it on Linux, macOS and Windows.

| platform | suite | result |
| --- | --- | --- |
${lines.join("\n")}
`;
}
