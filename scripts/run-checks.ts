import { type Check, printReport, type Report, root } from "./_workspace.ts";
import { checkBrowserEntries } from "./check-browser-entries.ts";
import { checkChangesets } from "./check-changesets.ts";
import { checkFloors } from "./check-floors.ts";
import { checkLayout } from "./check-layout.ts";
import { checkManifests } from "./check-manifests.ts";
import { checkPlatform } from "./check-platform.ts";
import { checkSize } from "./check-size.ts";
import { checkWords } from "./check-words.ts";

/** The checks that need no build. */
export const checks: Readonly<Record<string, Check>> = {
  floors: checkFloors,
  layout: checkLayout,
  manifests: checkManifests,
  platform: checkPlatform,
  changesets: checkChangesets,
  words: checkWords,
  size: checkSize,
  entries: checkBrowserEntries,
};

/** Run every check at once; a check that breaks is a problem of its own. */
export function runChecks(from: string): Promise<[string, Report][]> {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]): Promise<[string, Report]> => {
      try {
        return [name, await check(from)];
      } catch (error) {
        return [
          name,
          {
            looked: "nothing",
            problems: [`the check itself broke: ${error instanceof Error ? error.message : String(error)}`],
          },
        ];
      }
    }),
  );
}

if (import.meta.main) {
  const reports = await runChecks(root);
  for (const [name, report] of reports) printReport(name, report);
  process.exitCode = reports.some(([, { problems }]) => problems.length > 0) ? 1 : 0;
}
