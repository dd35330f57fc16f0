import { parseArguments } from "../../config/arguments.ts";
import { setupHelp, setupOptionsWithout } from "../../config/read/setup-options.ts";
import { checkMachine } from "../../doctor/check-machine.ts";
import type { Io } from "../../io.ts";
import { renderFindings } from "../../render/findings.ts";
import { print } from "../../render/print.ts";
import { screenOf } from "../../render/screen.ts";

export const options = {
  ...setupOptionsWithout("audit", "dialect", "only", "read-only", "sandbox", "verbose", "without"),
  json: { type: "boolean" },
} as const;

export const help = `holdall doctor [options]: see what works here, and how to fix the rest

${setupHelp(options)}
  --json             as JSON

Keys are looked for by name; no value is shown, and nothing is sent anywhere.
The exit code is 1 when something that Holdall needs does not work.`;

/** Look around and tell. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values } = parseArguments(argv, options, { most: 0 });
  const findings = await checkMachine(values, io);
  print(
    values.json ? JSON.stringify(findings, null, 2) : renderFindings(findings, screenOf(io.stdout, io.env)).join("\n"),
    io,
  );
  return findings.some(({ state }) => state === "broken") ? 1 : 0;
}
