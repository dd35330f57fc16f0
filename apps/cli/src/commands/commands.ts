import type { Commands } from "./command.ts";

/** Every command by its name. */
export const commands: Commands = {
  acp: () => import("./acp.ts"),
  call: () => import("./call.ts"),
  chat: () => import("./chat.ts"),
  completion: () => import("./completion.ts"),
  demo: () => import("./demo.ts"),
  doctor: () => import("./doctor.ts"),
  extensions: () => import("./extensions.ts"),
  init: () => import("./init.ts"),
  instructions: () => import("./instructions.ts"),
  mcp: () => import("./mcp.ts"),
  outbox: () => import("./outbox.ts"),
  policy: () => import("./policy.ts"),
  run: () => import("./run.ts"),
  runs: () => import("./runs.ts"),
  schedules: () => import("./schedules.ts"),
  serve: () => import("./serve.ts"),
  skills: () => import("./skills.ts"),
  tools: () => import("./tools.ts"),
  undo: () => import("./undo.ts"),
  worker: () => import("./worker.ts"),
};
