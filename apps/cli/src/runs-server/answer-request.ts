import type { IncomingMessage } from "node:http";
import type { DurableEngine, RunDetails } from "@holdall/durable/port";
import { ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { checkAnswer, parse } from "./check-answer.ts";
import { pageOfRuns } from "./page-of-runs.ts";
import { readJson } from "./read-json.ts";

const cancellation = z.strictObject({ reason: z.string().min(1).max(1_000).optional() });

/**
 * Answers a request that was admitted, as plain data: GET /runs and /runs/ID, POST /runs/ID/answer and /runs/ID/cancel.
 * Throws a ToolError for everything else.
 */
export async function answerRequest(engine: DurableEngine, request: IncomingMessage): Promise<unknown> {
  const { method = "", url = "" } = request;
  const [path = "", search] = url.split("?", 2);
  const [, id, action] = /^\/runs(?:\/(run_\w{1,64})(?:\/(answer|cancel))?)?$/.exec(path) ?? [undefined];
  if (!/^\/runs(\/|$)/.test(path) || (id === undefined && path !== "/runs")) {
    throw new ToolError("not_found", "There is nothing at this path.", { hint: "Runs are at /runs and /runs/ID." });
  }
  const needed = action === undefined ? "GET" : "POST";
  if (method !== needed) {
    throw new ToolError("unsupported", `This path takes only ${needed} requests.`, { data: { allow: needed } });
  }
  if (id === undefined) return await pageOfRuns(engine, new URLSearchParams(search));
  if (action === undefined) return await findRun(engine, id);
  if (!/^application\/json *(;|$)/i.test(request.headers["content-type"] ?? "")) {
    throw new ToolError("wrong_kind", "This path takes only JSON.", { hint: "Send it as application/json." });
  }
  const body = await readJson(request);
  return action === "answer" ? await answer(engine, id, body) : await cancel(engine, id, body);
}

async function findRun(engine: DurableEngine, id: string): Promise<RunDetails> {
  const run = await engine.get(id);
  if (run) return run;
  throw new ToolError("not_found", `There is no run ${id}.`, { hint: "List the runs again." });
}

async function answer(engine: DurableEngine, id: string, body: unknown): Promise<unknown> {
  const { event, payload } = await checkAnswer(await findRun(engine, id), body);
  const outcome = await engine.signal(id, event, payload);
  if (outcome !== "conflict" && outcome !== "ended") return { outcome };
  const why = outcome === "ended" ? "The run has ended." : "The run was answered before, and that answer stands.";
  throw new ToolError("stale", why, { hint: "Load the run again." });
}

async function cancel(engine: DurableEngine, id: string, body: unknown): Promise<unknown> {
  const { reason = "by hand" } = await parse(
    cancellation,
    body,
    "The request is not a cancellation",
    'Send {} or {"reason": "…"}.',
  );
  const run = await findRun(engine, id);
  if (await engine.cancel(id, reason)) return { canceled: true };
  throw new ToolError("stale", `The run ${id} has ended.`, { hint: `Load it again: it was ${run.state}.` });
}
