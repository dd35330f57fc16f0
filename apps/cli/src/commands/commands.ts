import type { Commands } from "./command.ts";

/** Every command by its name. */
export const commands: Commands = {
  acp: () => import("./serve/acp.ts"),
  call: () => import("./call/call.ts"),
  chat: () => import("./chat.ts"),
  completion: () => import("./information/completion.ts"),
  demo: () => import("./demo.ts"),
  doctor: () => import("./information/doctor.ts"),
  extensions: () => import("./information/extensions.ts"),
  init: () => import("./init.ts"),
  instructions: () => import("./information/instructions.ts"),
  mcp: () => import("./serve/mcp.ts"),
  outbox: () => import("./runs/outbox.ts"),
  policy: () => import("./information/policy.ts"),
  run: () => import("./runs/run.ts"),
  runs: () => import("./runs/runs.ts"),
  schedules: () => import("./runs/schedules.ts"),
  serve: () => import("./serve/serve.ts"),
  skills: () => import("./information/skills.ts"),
  tools: () => import("./information/tools.ts"),
  undo: () => import("./undo/undo.ts"),
  worker: () => import("./runs/worker.ts"),
};
