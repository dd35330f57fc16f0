#!/usr/bin/env node
import * as nodeModule from "node:module";
import type { Command } from "./commands/command.ts";
import { complaintAbout } from "./node-version.ts";

const complaint = complaintAbout(process.version);
if (complaint !== undefined) {
  console.error(complaint);
  process.exit(1);
}

// Before anything else loads; what is imported statically would miss the cache.
nodeModule.enableCompileCache();

const commands: Readonly<Record<string, () => Promise<Command>>> = {
  call: () => import("./commands/call.ts"),
  chat: () => import("./commands/chat.ts"),
  demo: () => import("./commands/demo.ts"),
  doctor: () => import("./commands/doctor.ts"),
  instructions: () => import("./commands/instructions.ts"),
  mcp: () => import("./commands/mcp.ts"),
  policy: () => import("./commands/policy.ts"),
  run: () => import("./commands/run.ts"),
  serve: () => import("./commands/serve.ts"),
  tools: () => import("./commands/tools.ts"),
};

const [name = "--help", ...argv] = process.argv.slice(2);
try {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const command = load
    ? await load()
    : (await import("./commands/overview.ts")).overview(name, argv, Object.keys(commands));
  const asksForHelp = argv.includes("--help") || argv.includes("-h");
  process.exitCode = asksForHelp ? (await import("./render/print.ts")).print(command.help) : await command.run(argv);
} catch (thrown) {
  const { reportFailure } = await import("./report-failure.ts");
  process.exitCode = reportFailure(thrown);
}
