import { openHost } from "../../acp/open-host.ts";
import { logOf, serveAcp } from "../../acp/serve-acp.ts";
import { countOf, deferOf, modelHelp, modelOptions, tokensOf } from "../../chat/model/load-model.ts";
import { parseArguments } from "../../config/arguments.ts";
import { runsOptions, setupHelp, setupOptionsWithout } from "../../config/read/setup-options.ts";
import type { Io } from "../../io.ts";

const ownSetup = { ...setupOptionsWithout("root", "backend"), ...runsOptions };

export const options = {
  ...ownSetup,
  ...modelOptions,
  "no-checkpoints": { type: "boolean" },
  "no-project-notes": { type: "boolean" },
} as const;

export const help = `holdall acp --model PROVIDER/NAME [options]: the agent of holdall chat inside
an editor that speaks the Agent Client Protocol, on stdin and stdout

${modelHelp}
  --no-checkpoints   keep nothing to go back to
  --no-project-notes
                     leave out the project's AGENTS.md, or CLAUDE.md
${setupHelp(ownSetup)}

The editor starts this command and names the folder of each session, further
folders, and MCP servers of its own. Conversations, grants, checkpoints and
compaction are those of holdall chat: what was begun in one is continued in the
other. Files that the editor has open are read with their unsaved text and
written through it, if it offers that; commands work on the disk. Where the
policy asks, the editor asks: once, in this session, always in this folder, or
no. Modes, model and commands are chosen in the editor. stdout carries nothing
but the protocol; what there is to tell goes to stderr.

holdall init zed, jetbrains, neovim or emacs writes or prints the editor's entry.

Example
  holdall acp --model anthropic/claude-sonnet-4-5`;

/** Serve an editor. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values } = parseArguments(argv, options, { most: 0 });
  // What is wrong with the command line is said at once, not with the first session.
  countOf("--max-steps", values["max-steps"], 50);
  countOf("--retries", values.retries, 2);
  deferOf(values.defer);
  if (values["context-tokens"] !== undefined) tokensOf("--context-tokens", values["context-tokens"], 0);
  const host = openHost(values, { ...io, stderr: logOf(io) });
  if (io.stdin.isTTY) io.stderr.write(`${waiting}\n`);
  await serveAcp(host, io);
  return 0;
}

const waiting =
  "holdall: waiting for an editor on stdin; editors start this command by themselves. Ctrl-C stops it; holdall init adds it to one.";
