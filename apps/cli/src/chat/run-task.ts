import type { OffloadPlace } from "@holdall/compaction";
import type { Preset } from "@holdall/presets";
import { type Approve, openSession, type ToolEvent } from "@holdall/tool-core";
import { noteUserText } from "@holdall/tools-messages";
import type { ModelMessage } from "ai";
import type { Deferral } from "../config/defer-tools.ts";
import type { Io } from "../io.ts";
import { print } from "../render/print.ts";
import { resultJson } from "../render/result-json.ts";
import { createCompactor } from "./compactor.ts";
import { holdPlanMode } from "./hold-plan-mode.ts";
import type { Model } from "./load-model.ts";
import { followQuestions } from "./open-questions.ts";
import { remindTodos } from "./remind-todos.ts";
import { runTurn } from "./run-turn.ts";
import { noTokens, sumTokens } from "./tokens.ts";

interface Task extends Deferral {
  readonly io: Pick<Io, "stdout" | "exit">;
  readonly model: Model;
  readonly preset: Preset;
  /** The conversation, with the task. */
  readonly messages: ModelMessage[];
  /** Tokens of the model's context. */
  readonly window: number;
  /** Where a compaction keeps what it removes. */
  readonly offload: OffloadPlace | undefined;
  /** The configuration holds every session in plan mode. */
  readonly isPlanning: boolean;
  /** Say yes where the policy asks. */
  readonly approves: boolean;
  readonly maxSteps: number;
  readonly retries: number;
  readonly signal: AbortSignal;
}

const exits = { done: 0, failed: 1, cancelled: 130 };

/** Let a model do a task, every event a line of JSON on stdout; resolves to the exit code. */
export async function runTask(options: Task): Promise<number> {
  const { io, model, preset, instruct, expose, messages, approves, maxSteps, retries, signal } = options;
  const started = performance.now();
  const write = (event: object) => print(JSON.stringify(event), io);
  const questions = followQuestions();
  let calls = 0;
  let denied = 0;
  const onEvent = (event: ToolEvent) => {
    const { callId: id, tool } = event;
    if (event.type === "call-start") {
      if (tool !== "tool_call") calls++;
      const parent = event.parentId !== undefined && { parent: event.parentId };
      write({ type: event.type, id, tool, input: event.input, ...parent });
    }
    if (event.type === "call-end") {
      if (!event.result.ok && event.result.error.code === "permission_denied" && tool !== "tool_call") denied++;
      print(
        resultJson(
          event.result,
          { type: event.type, id, tool, ms: Math.round(event.duration) },
          { as: { session: preset, tool } },
        ),
        io,
      );
    }
    questions.follow(event);
    preset.onEvent?.(event);
  };
  const approve: Approve = ({ callId: id, tool, access, prompt }) => {
    // No rule lifts the question about a message.
    const ways = access.some(({ action }) => action === "message") ? "--yes" : "--policy or --yes";
    const reason = approves ? undefined : `There is no one to ask; a person can allow it with ${ways}.`;
    write({ type: "permission", id, tool, access, prompt, granted: approves, ...(reason && { reason }) });
    return reason === undefined ? true : { approved: false, reason };
  };
  await using session = openSession(preset.registry, { ...preset, onEvent, approve });
  for (const { role, content } of messages)
    if (role === "user" && typeof content === "string") noteUserText(session, content);
  if (options.isPlanning) holdPlanMode(session);
  const { name, cwd, registry } = preset;
  const tools = registry.tools().length;
  write({ type: "start", model: `${model.provider}/${model.modelId}`, preset: name, root: cwd, tools });
  let summaries = noTokens;
  const compactor = createCompactor({
    live: { model, window: options.window },
    retries,
    offload: options.offload,
    session: () => session,
    messages: () => messages,
    questions: questions.list,
    onCompaction({ tokens: { before, after }, removed, cut, offloaded, fits, problem }) {
      const kept = offloaded && { kept: offloaded.readable };
      write({
        type: "compaction",
        before,
        after,
        fits,
        removed,
        cut,
        ...kept,
        ...(problem !== undefined && { problem }),
      });
    },
    onProblem: ({ message, hint }) => write({ type: "compaction", error: { message, hint } }),
    onTokens: (used) => {
      summaries = sumTokens(summaries, used);
    },
  });
  const end = await runTurn(
    {
      model,
      session,
      instructions: instruct,
      expose,
      messages,
      maxSteps,
      retries,
      signal,
      makeRoom: compactor.beforeAnswer,
      onOverflow: compactor.afterOverflow,
      remind: () => remindTodos(session, messages),
    },
    {
      text: () => {},
      textEnd: (text) => void write({ type: "text", text }),
      step(tokens) {
        compactor.count(tokens);
        write({ type: "usage", ...tokens });
      },
    },
  );
  const { reason, text, failure, steps } = end;
  const tokens = sumTokens(end.tokens, summaries);
  const outcome = { ok: reason === "done", reason, text, ...(failure && { error: failure }) };
  const ms = Math.round(performance.now() - started);
  write({ type: "result", ...outcome, steps, calls, denied, usage: tokens, ms });
  return exits[reason];
}
