import { type AllowAnswer, type ApprovalQuestion, type ChatEvent, type ChatOptions, openChat } from "@holdall/chat";
import type { Preset } from "@holdall/presets";
import type { ToolEvent } from "@holdall/tool-core";
import type { Deferral } from "../config/tools/defer-tools.ts";
import type { Io } from "../io.ts";
import { print } from "../render/print.ts";
import { resultJson } from "../render/result/result-json.ts";
import { holdPlanMode } from "./approve/permanent-plan-mode.ts";
import type { Model } from "./model/load-model.ts";

interface Task
  extends Deferral,
    Pick<ChatOptions, "offload" | "maxSteps" | "retries">,
    Required<Pick<ChatOptions, "chat">> {
  readonly io: Pick<Io, "stdout" | "exit">;
  readonly model: Model;
  readonly preset: Preset;
  readonly task: string;
  /** Tokens of the model's context. */
  readonly window: number;
  /** The configuration holds every session in plan mode. */
  readonly isPlanning: boolean;
  /** Say yes where the policy asks. */
  readonly approves: boolean;
  readonly signal: AbortSignal;
}

const exits = { done: 0, failed: 1, cancelled: 130 };

/** Let a model do a task, every event a line of JSON on stdout; resolves to the exit code. */
export async function runTask(options: Task): Promise<number> {
  const { io, model, window, preset, instruct, expose, task, approves, signal } = options;
  const started = performance.now();
  const write = (event: object) => print(JSON.stringify(event), io);
  let calls = 0;
  let denied = 0;
  const onCall = (event: ToolEvent) => {
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
  };
  const onEvent = (event: ChatEvent) => {
    if (event.type === "tool") onCall(event.event);
    if (event.type === "text-end") write({ type: "text", text: event.text });
    if (event.type === "usage") write({ type: "usage", ...event.tokens });
    if (event.type === "problem") {
      const { message, hint } = event.error;
      write({ type: "compaction", error: { message, hint } });
    }
    if (event.type !== "compaction") return;
    const { tokens, removed, cut, offloaded, fits, problem } = event.compaction;
    const kept = offloaded && { kept: offloaded.readable };
    const why = problem !== undefined && { problem };
    write({ type: "compaction", ...tokens, fits, removed, cut, ...kept, ...why });
  };
  const approve = ({ request }: ApprovalQuestion): AllowAnswer => {
    const { callId: id, tool, access, prompt } = request;
    // No rule lifts the question about a message.
    const ways = access.some(({ action }) => action === "message") ? "--yes" : "--policy or --yes";
    const reason = approves ? undefined : `The user cannot be asked here. Allow it with ${ways}.`;
    write({ type: "permission", id, tool, access, prompt, granted: approves, ...(reason && { reason }) });
    return reason === undefined ? "once" : { reason };
  };
  await using chat = await openChat({
    ...options,
    tools: { ...preset, instruct, expose },
    model: { model, window },
    onEvent,
    person: { approve },
    mentions: false,
  });
  if (options.isPlanning) holdPlanMode(chat.session);
  const { name, cwd, registry } = preset;
  const tools = registry.tools().length;
  write({ type: "start", model: `${model.provider}/${model.modelId}`, preset: name, root: cwd, tools });
  const { reason, text, failure, steps } = await chat.send(task, { signal });
  const outcome = { ok: reason === "done", reason, text, ...(failure && { error: failure }) };
  const ms = Math.round(performance.now() - started);
  write({ type: "result", ...outcome, steps, calls, denied, usage: chat.tokens(), ms });
  return exits[reason];
}
