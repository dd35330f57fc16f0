#!/usr/bin/env node
import * as nodeModule from "node:module";
import { commands } from "./commands/commands.ts";
import { complaintAbout } from "./node-version.ts";

const complaint = complaintAbout(process.version);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}

// Before anything else loads; what is imported statically would miss the cache.
nodeModule.enableCompileCache();

const [first = "--help", ...rest] = process.argv.slice(2);
try {
  // "help serve" is "serve --help".
  const isHelp = first === "help" && rest[0] !== undefined;
  const [name = "", ...argv] = isHelp ? rest : [first, ...rest];
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const command = load ? await load() : (await import("./commands/overview.ts")).overview(name, Object.keys(commands));
  const asksForHelp = (isHelp && load) || argv.includes("--help") || argv.includes("-h");
  process.exitCode = asksForHelp
    ? (await import("./render/print.ts")).print(command.help)
    : await command.run(argv, commands);
} catch (thrown) {
  const { reportFailure } = await import("./report-failure.ts");
  process.exitCode = reportFailure(thrown);
}
