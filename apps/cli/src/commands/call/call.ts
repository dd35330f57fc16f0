import { type Approve, failure, openSession } from "@holdall/tool-core";
import { parseArguments } from "../../config/arguments.ts";
import { runsOptions, setupHelp, setupOptions } from "../../config/read/setup-options.ts";
import type { AskToLoad } from "../../extensions/ask-to-load.ts";
import type { Io } from "../../io.ts";
import { print } from "../../render/print.ts";
import { resultJson } from "../../render/result/result-json.ts";
import { resultText } from "../../render/result/result-text.ts";
import { setUp } from "../../setup/set-up.ts";
import { UsageError } from "../../usage-error.ts";
import { textDepthError } from "../check-depth.ts";

export const options = {
  ...setupOptions,
  ...runsOptions,
  yes: { type: "boolean" },
  "dry-run": { type: "boolean" },
  json: { type: "boolean" },
} as const;

export const help = `holdall call TOOL 'JSON' [options]: run one tool call
holdall call - [options]: run a session of calls from stdin, one JSON line each

${setupHelp({ ...setupOptions, ...runsOptions })}
  --yes              approve calls that the policy asks about
  --dry-run          work the result out and change nothing
  --json             print the result as JSON on a terminal, too

On a terminal, the result is what the model reads. With --json, or where stdout
is not a terminal, it is JSON: {"ok":true,"output":…,"content":[…]} or
{"ok":false,"error":{"code":…,"message":…,"hint":…},"content":[…]}. With
--dialect camel, output is {"success":true, …} or {"success":false,"error":…} with
the keys of that dialect (items, matches, stdout, exitCode). The exit code
is 0 when every call was ok and 1 when one was not. In a terminal you are asked
where the policy says so; without one the answer is no, unless --yes is given.

A line for "call -" is {"tool": "read_file", "input": {"path": "a.txt"}, "id": 1}.
Each is answered by one line, in order, with its id; a line that is no such
object is answered by an error. What a session remembers, such as which files
were read, is kept from line to line.

Examples
  holdall call read_file '{"path": "README.md", "limit": 20}'
  holdall call Write '{"file_path": "a.txt", "content": "new"}' --dry-run
  echo '{"tool": "read_file", "input": {"path": "README.md"}}' | holdall call -`;

/** Run one call, or every call that comes on stdin. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 2 });
  const [tool, input] = words;
  if (tool === undefined)
    throw new UsageError("Name a tool, or - for calls on stdin.", "holdall tools lists the tools.");
  await using setup = await setUp(values, io, {
    wantsServers: tool === "-" || /mcp/i.test(tool),
    hasLimits: false,
    orchestrates: "on use",
    calls: tool === "-" || values.all ? undefined : tool,
    askToLoad: tool === "-" ? undefined : await askToLoad(io),
  });
  const { preset } = setup;
  const approve = await approverOf(values.yes, io);
  await using session = openSession(preset.registry, { ...preset, approve, dryRun: values["dry-run"] ?? false });
  const isRead = io.stdout.isTTY === true && !values.json;
  const indent = io.stdout.isTTY ? 2 : 0;
  if (tool === "-") {
    if (input !== undefined) throw new UsageError("With -, the calls come from stdin; leave the JSON out.");
    return await (await import("./call-lines.ts")).callLines(session, io, isRead);
  }
  const tooDeep = textDepthError(input ?? "");
  const result = tooDeep ? failure(tooDeep) : await session.call(tool, input);
  print(isRead ? resultText(result) : resultJson(result, {}, { indent, as: { session, tool } }), io);
  return result.ok ? 0 : 1;
}

/** Asks at the terminal about code that a checkout names. */
async function askToLoad({ stderr }: Pick<Io, "stderr">): Promise<AskToLoad | undefined> {
  if (!stderr.isTTY) return undefined;
  const approve = (await import("../../approval/ask-person.ts")).askPerson(stderr);
  return approve && (await import("../../extensions/ask-to-load.ts")).askByQuestion(approve);
}

async function approverOf(isYes: boolean | undefined, { stderr }: Pick<Io, "stderr">): Promise<Approve | undefined> {
  if (isYes) return () => true;
  return stderr.isTTY ? (await import("../../approval/ask-person.ts")).askPerson(stderr) : undefined;
}
