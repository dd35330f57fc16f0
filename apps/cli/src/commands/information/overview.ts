import { nearest } from "@holdall/tool-core";
import { setupHelp } from "../../config/read/setup-options.ts";
import { print } from "../../render/print.ts";
import { UsageError } from "../../usage-error.ts";
import { version } from "../../version.ts";
import type { Command } from "../command.ts";

const help = `holdall ${version}: tools for AI agents

  holdall COMMAND [options]

Commands
  serve          serve the tools over MCP, on stdio or HTTP
  call           run one tool call, or a session of calls from stdin
  chat           talk to a model that has these tools
  acp            the same agent inside an editor, over the Agent Client Protocol
  run            give a model a task; everything it does comes out as JSON lines
  tools          show the tools as a table, or as definitions for a model API
  instructions   print what a system prompt should say about the tools
  mcp            the MCP servers whose tools are used, their changes and logins
  skills         the skills that are found here, what is wrong with them, and trust
  extensions     tools and more of others: what is loaded here, and trust
  outbox         messages and mails that were sent, their recipients and results
  policy         explain what would be decided of a call, and check the rules
  runs           runs of workflows and schedules: show, watch, answer, cancel or
                 retry them, here or in a browser
  schedules      list, cancel or resume schedules
  worker         carry out runs until stopped; several can share the work
  init           write a configuration, and add holdall to an MCP host
  demo           watch an offline agent repair a small project, or plan and delegate
  doctor         see what works on this machine, and how to fix what does not
  completion     a script that completes commands and options in your shell

Options that most commands take
${setupHelp({ root: true, preset: true, dialect: true, config: true })}

Start here
  holdall demo
  holdall call read_file '{"path": "README.md"}'
  holdall tools --preset minimal --format openai
  holdall init claude-code

See holdall COMMAND --help for details. Exit codes: 0 done, 1 a call failed, 2 the
command line or the configuration is wrong.`;

/** What runs if the first word is not a command: help, version, or an error with the nearest command. */
export function overview(name: string, commands: readonly string[]): Command {
  return {
    help,
    options: {},
    async run(_, io) {
      if (name === "--version" || name === "-v" || name === "version") return print(version, io);
      if (name === "--help" || name === "-h" || name === "help") return print(help, io);
      const close = nearest(name, commands, 1)[0];
      const list = `The commands are ${commands.join(", ")}; holdall --help describes them.`;
      throw new UsageError(`There is no command "${name}".`, close ? `Did you mean ${close}? ${list}` : list);
    },
  };
}
