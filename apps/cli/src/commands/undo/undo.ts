import { nodeBackend } from "@holdall/backends-node";
import { recordedSessions } from "@holdall/checkpoints";
import { contentText, openSession } from "@holdall/tool-core";
import { parseArguments } from "../../config/arguments.ts";
import { historyFolder } from "../../config/ownership/user-folder.ts";
import { setupHelp, setupOptions } from "../../config/read/setup-options.ts";
import type { Io } from "../../io.ts";
import { plain } from "../../render/plain.ts";
import { setUp } from "../../setup/set-up.ts";
import { UsageError } from "../../usage-error.ts";

const { root, preset, config } = setupOptions;
export const options = {
  ...{ root, preset, config },
  list: { type: "boolean" },
  since: { type: "string" },
  include: { type: "string", multiple: true },
  session: { type: "string" },
  "dry-run": { type: "boolean" },
  yes: { type: "boolean" },
} as const;

export const help = `holdall undo [CHANGE] [options]: take back what a session changed

${setupHelp({ root, preset, config })}
  --list             list the changes of the session by call
  --since CHANGE     take back this change and all after it
  --include PATH     restore this path although others changed it; may be repeated
  --session ID       this session, instead of the last one that changed files here
  --dry-run          say what would be restored, and change nothing
  --yes              approve calls that the policy asks about

Sessions of call, serve and run record what their calls change: edits, commands,
agents. Without CHANGE, the latest call is taken back. What others changed since
is left alone and named. The undo is recorded, too, so that it can be undone.

Examples
  holdall undo --list
  holdall undo u3
  holdall undo --since u3 --dry-run`;

/** Take back changes of an earlier session. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 1 });
  const [change] = words;
  await using setup = await setUp(values, io, { wantsServers: false });
  const id = values.session ?? (await lastSession(setup.preset.cwd, historyFolder(io.env)));
  if (id === undefined) throw new UsageError("No session has changed anything here yet.");
  const approve = values.yes ? () => true : (await import("../../approval/ask-person.ts")).askPerson(io.stderr);
  const dryRun = values["dry-run"] ?? false;
  await using session = openSession(setup.preset.registry, { ...setup.preset, id, approve, dryRun });
  const result = await session.call("undo", {
    ...(values.list && { list: true }),
    ...(change !== undefined && { change_id: change }),
    ...(values.since !== undefined && { since: values.since }),
    ...(values.include && { include: values.include }),
  });
  (result.ok ? io.stdout : io.stderr).write(`${plain(contentText(result.content))}\n`);
  return result.ok ? 0 : 1;
}

/** The session that changed something last in a folder. */
async function lastSession(cwd: string, folder: string): Promise<string | undefined> {
  const { existsSync } = await import("node:fs");
  if (!existsSync(folder)) return undefined;
  const sessions = await recordedSessions({ backend: nodeBackend({ roots: folder }), folder });
  return sessions.find(({ roots }) => roots.includes(cwd))?.id;
}
