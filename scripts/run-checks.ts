import { type Check, printReport, type Report, root } from "./_workspace.ts";
import { checkBrowser } from "./check-browser.ts";
import { checkBrowserPeers } from "./check-browser-peers.ts";
import { checkChangesets } from "./check-changesets.ts";
import { checkComments } from "./check-comments.ts";
import { checkExports } from "./check-exports.ts";
import { checkFloors } from "./check-floors.ts";
import { checkHostManifests } from "./check-host-manifests.ts";
import { checkLayout } from "./check-layout.ts";
import { checkManifests } from "./check-manifests.ts";
import { checkNeutral } from "./check-neutral.ts";
import { checkSize } from "./check-size.ts";
import { checkWords } from "./check-words.ts";

/** The checks that need no build. */
export const checks: Readonly<Record<string, Check>> = {
  floors: checkFloors,
  layout: checkLayout,
  exports: checkExports,
  manifests: checkManifests,
  hosts: checkHostManifests,
  changesets: checkChangesets,
  neutral: checkNeutral,
  comments: checkComments,
  words: checkWords,
  size: checkSize,
  browser: (root) => checkBrowser(root),
  peers: checkBrowserPeers,
  "browser presets": (root) => checkBrowser(root, "scripts/check-browser-presets.entry.ts", 193_536),
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
