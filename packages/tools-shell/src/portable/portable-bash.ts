import {
  type Access,
  declareWhole,
  defineTool,
  foreignContent,
  planModeKey,
  type Tool,
  type ToolContext,
  toPath,
} from "@holdall/tool-core";
import { lazy } from "@holdall/tool-kit/file-tools";
import { placeholdersIn, secretFilters } from "@holdall/tool-kit/text";
import { bashSpellings } from "../_bash-aliases.ts";
import { type BashInput, bashInput, bashInputWithEnv, milliseconds } from "../_bash-input.ts";
import { notAValue } from "../access/not-a-value.ts";
import { type BashOutput, bashOutput } from "../run/bash-output.ts";
import { withHeartbeat } from "../run/heartbeat.ts";
import { renderBash } from "../run/render.ts";
import { timeLimit } from "../run/time-limit.ts";
import { secretsOf, unknownNotes } from "../secrets/command-secrets.ts";
import { timeText } from "../text/time-text.ts";
import { commandsOutsideOfPages } from "./_load-just-bash.ts";
import { type PortableShellOptions, portableSettings } from "./options.ts";
import type { PortableCall } from "./run/call.ts";
import { type PortableSession, portableSessionKey } from "./session/session.ts";

/** What runs commands, which a page need not load before the first one. */
const load = lazy(() =>
  Promise.all([
    import("./run/run-command.ts"),
    import("./run/run-in-background.ts"),
    import("@holdall/shell-analysis"),
  ]),
);

const input = bashInput.extend({
  permissions: bashInput.shape.permissions.describe("network: for curl"),
});
const inputWithEnv = input.extend({ env: bashInputWithEnv.shape.env });
export type PortableBashInput = BashInput;

/**
 * Create the tool `bash` without a shell of the machine: an interpreter runs the commands on a backend, in Node and in browsers.
 * The policy decides on every file when a command touches it: what it denies fails with "Permission denied", what needs approval
 * asks in the middle. Needs the package just-bash.
 */
export function portableBash(
  options: PortableShellOptions,
): Tool<PortableBashInput, BashOutput, "bash", PortableBashInput> {
  const settings = portableSettings(options);
  return defineTool({
    name: "bash",
    category: "shell",
    description: "Run a command in the session's portable bash; it runs no programs.",
    guidance: guidanceOf(settings.client !== undefined),
    examples: [
      "count the lines of these files",
      "rename files in a loop",
      "what is in this folder",
      "extract fields with jq",
    ],
    input: (settings.secrets ? inputWithEnv : input).extend({
      timeout: milliseconds.optional().describe(`ms, default ${settings.timeout}`),
    }),
    output: bashOutput,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    aliases: bashSpellings,
    // What it touches is decided when it happens.
    access: () => [],
    async *execute(call, ctx) {
      const text = [call.command, ...Object.values((call as PortableBashInput).env ?? {})].join("\n");
      const [placeholder] = placeholdersIn(ctx.state(secretFilters), text);
      if (placeholder !== undefined) throw notAValue(placeholder);
      const session = ctx.state(portableSessionKey);
      const release = yield* withHeartbeat(session.acquire(ctx.signal), settings.progressEvery, () => ({
        message: "Waiting for the previous command.",
      }));
      try {
        const planned = plan(call, session, ctx);
        const [{ runCommand }, { startInBackground }, analysis] = await load();
        await ctx.require(...programsOf(planned, ctx, analysis));
        if (planned.hasNetwork) ctx.state(foreignContent).add("bash");
        const begun = performance.now();
        if (planned.isBackground)
          return startInBackground({ ...planned, description: call.description }, session, settings, ctx);
        return yield* withHeartbeat(runCommand(planned, session, settings, ctx), settings.progressEvery, () => ({
          message: timeText(performance.now() - begun),
        }));
      } finally {
        release();
      }
    },
    render: renderBash,
  });

  function plan(call: PortableBashInput, session: PortableSession, ctx: ToolContext): PortableCall {
    const { command, permissions, cwd, fresh = false, run_in_background: isBackground = false } = call;
    const stays = (fresh ? undefined : session.folder) ?? ctx.cwd;
    const { timeout, notes } = timeLimit(call.timeout, settings);
    const hasNetwork = permissions === "network" || permissions === "all";
    const secrets = secretsOf(call, hasNetwork ? "network" : "default", settings.secrets);
    return {
      // The client of curl puts the values of secrets in.
      script: secrets.text,
      command,
      folder: cwd === undefined ? stays : toPath(cwd, stays),
      isElsewhere: cwd !== undefined,
      isFresh: fresh,
      isBackground,
      readOnly: () =>
        ctx.state(planModeKey).active ? "Plan mode" : settings.readsOnly() ? "Commands can only read here" : undefined,
      hasNetwork,
      timeout: isBackground ? undefined : timeout,
      notes: [
        ...(isBackground ? [] : notes),
        ...(permissions === "git_write" ? ["git_write has no effect here: the policy decides on each file."] : []),
        ...(permissions === "network" && !settings.client ? ["There is no network here."] : []),
        ...unknownNotes(secrets.unknown, settings.secrets),
      ],
    };
  }
}

/** The programs of a command, for rules about programs; what they do is decided when they do it. */
function programsOf(
  { script, folder }: PortableCall,
  { cwd }: Pick<ToolContext, "cwd">,
  { analyzeCommand, commandAccess }: Pick<typeof import("@holdall/shell-analysis"), "analyzeCommand" | "commandAccess">,
): Access[] {
  const analysis = analyzeCommand(script, { cwd: folder, home: cwd });
  return commandAccess(analysis)
    .filter(({ action }) => action === "execute")
    .map(({ action, target }) => declareWhole({ action, target, cwd: folder }));
}

const listed = (names: readonly string[]): string => `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const guidanceOf = (hasClient: boolean): string =>
  [
    `For work on many files at once: loops, pipelines, counts, reports. It has the usual commands, with ${listed(["awk", "sed", "jq", "rg", ...commandsOutsideOfPages])}.`,
    "It runs no programs of the machine: no git, node, python or package managers. An unknown command is answered with the commands that exist.",
    "Use {read_file}, {grep_files} and {edit_file} for single files.",
    "`cd`, variables and functions persist between calls; options (`set -e`) and aliases do not; `fresh` starts a new shell.",
    "stdout and stderr come apart. `&` waits for its command; there are no signals, and `trap` knows EXIT only.",
    "A file that may not be read or written fails with Permission denied; the result says why.",
    ...(hasClient ? ['curl needs `permissions: "network"`.'] : []),
  ].join("\n");
