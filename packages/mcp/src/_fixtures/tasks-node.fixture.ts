// A node that serves sessions and tasks of a folder, which other nodes serve, too: node tasks-node.fixture.ts FOLDER
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isGone, newOwner, nodeBackend } from "@holdall/backends-node";
import { sharedSessions, sharedTasks } from "@holdall/session-store";
import { allow, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { z } from "zod";
import { serveHttp } from "../http.ts";
import { requestInput } from "../input/request-input.ts";
import type { TaskRecord } from "../tasks/task-store.ts";

const [folder = ""] = process.argv.slice(2);
const sessions = join(folder, "sessions");
mkdirSync(sessions, { recursive: true });
const effects = join(folder, "effects.log");
const input = z.object({ id: z.string(), milliseconds: z.number() });
const category = "test";

const registry = createRegistry([
  defineTool({
    name: "compute",
    category,
    description: "Compute, without an effect",
    input,
    hints: { readOnly: true, openWorld: false },
    async execute({ id, milliseconds }, { signal }) {
      await sleep(milliseconds, undefined, { signal });
      return `computed ${id}`;
    },
  }),
  defineTool({
    name: "append",
    category,
    description: "Have an effect that must not happen twice",
    input,
    access: () => [],
    async execute({ id, milliseconds }, { signal }) {
      await sleep(milliseconds, undefined, { signal });
      appendFileSync(effects, `${id}\n`);
      return `appended ${id}`;
    },
  }),
  defineTool({
    name: "confirm",
    category,
    description: "Ask in the middle",
    input,
    hints: { readOnly: true, openWorld: false },
    async execute({ id, milliseconds }, ctx) {
      await sleep(milliseconds, undefined, { signal: ctx.signal });
      const form = {
        mode: "form",
        message: `Confirm ${id}?`,
        requestedSchema: { type: "object", properties: {} },
      } as const;
      const { answer } = await requestInput(ctx, { answer: { method: "elicitation/create", params: form } });
      await sleep(milliseconds, undefined, { signal: ctx.signal });
      return `confirmed ${id}: ${JSON.stringify(answer)}`;
    },
  }),
]);

const owner = { newName: newOwner, isGone: (name: string) => isGone(name, 0, Number.POSITIVE_INFINITY) };
const backend = nodeBackend({ roots: [sessions] });
const shared = { backend, folder: sessions, owner };
const { url } = await serveHttp(
  sharedSessions({ ...shared, open: (restore) => openSession(registry, { policy: allow(), restore }) }),
  { onError: () => {}, maxSessions: 1000, tasks: { when: () => 20, store: sharedTasks<TaskRecord>(shared) } },
);
console.log(url);
