import { text as readAll } from "node:stream/consumers";
import { aiAgentRunner } from "@holdall/ai-sdk";
import { contextWindowOf, keptMessages, unkeptChat } from "@holdall/chat";
import { countOf, deferOf, loadModels, modelHelp, modelOptions, tokensOf } from "../../chat/model/load-model.ts";
import { runTask } from "../../chat/run-task.ts";
import { chatFolder } from "../../chat/state/chat-folder.ts";
import { parseArguments } from "../../config/arguments.ts";
import { findSettings } from "../../config/read/settings.ts";
import { runsOptions, setupHelp, setupOptions } from "../../config/read/setup-options.ts";
import { deferTools } from "../../config/tools/defer-tools.ts";
import type { Io } from "../../io.ts";
import { setUp } from "../../setup/set-up.ts";
import { UsageError } from "../../usage-error.ts";

export const options = { ...setupOptions, ...runsOptions, ...modelOptions, yes: { type: "boolean" } } as const;

export const help = `holdall run "TASK" --model PROVIDER/NAME [options]: give a model a task
holdall run - --model PROVIDER/NAME [options]: the task comes from stdin

${modelHelp}
  --yes              approve calls that the policy asks about
${setupHelp({ ...setupOptions, ...runsOptions })}

Everything comes out as JSON, one event a line:
  {"type":"start","model":…,"preset":…,"root":…,"tools":…}
  {"type":"text","text":…}                    what the model says
  {"type":"call-start","id":…,"tool":…,"input":…,"parent"?:…}
  {"type":"permission","id":…,"tool":…,"access":[…],"prompt":…,"granted":…}
  {"type":"call-end","id":…,"tool":…,"ms":…,"ok":true,"output":…,"content":[…]}
       or …"ok":false,"error":{"code":…,"message":…,"hint":…},"content":[…]}
  {"type":"compaction","before":…,"after":…,"removed":{…},"cut":…,"kept"?:…}
                                     tokens before and after the conversation was
                                     made shorter, near the end of the context
  {"type":"usage","input":…,"cached":…,"output":…}    tokens of one answer
  {"type":"result","ok":…,"reason":"done"|"failed"|"cancelled","text":…,
   "error"?:{"message":…,"hint":…},"steps":…,"calls":…,"denied":…,"usage":…,
   "ms":…}
The result is always last. The user is not asked: a call that needs approval is
denied unless --yes or a --policy allows it, and the model reads the reason. Its
questions have no answer, and plan mode cannot be left.

Exit codes: 0 the model was done, 1 it failed, 2 the command line or the
configuration is wrong or no key is there, 130 it was interrupted.

Example
  holdall run "Add a test for rules.js" --model anthropic/claude-sonnet-4-5`;

/** Run one task for a script. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 1 });
  const maxSteps = countOf("--max-steps", values["max-steps"], 50);
  const retries = countOf("--retries", values.retries, 2);
  const defer = deferOf(values.defer);
  if (words[0] === undefined) throw new UsageError("Say what to do.", 'holdall run "TASK", or - for stdin.');
  const { model, webModel } = await loadModels(values, io);
  const task = words[0] === "-" ? await readAll(io.stdin) : words[0];
  const settings = await findSettings(values, io);
  const chat = unkeptChat();
  const folder = chatFolder(`${settings.backend?.address ?? ""}${settings.root}`, io.env);
  const kept = settings.backend ? undefined : keptMessages(folder, () => chat.messages);
  await using setup = await setUp(values, io, {
    webModel,
    interacts: true,
    kept,
    defer,
    orchestrates: "on use",
    agents: { runner: aiAgentRunner({ model, maxRetries: retries }) },
  });
  const { preset } = setup;
  const deferral = deferTools(preset);
  const cancel = new AbortController();
  const stop = () => cancel.abort();
  using _ = io.onSignal(["SIGINT", "SIGTERM"], stop);
  const { signal } = cancel;
  return await runTask({
    io,
    ...deferral,
    model,
    preset,
    task,
    chat,
    window: tokensOf("--context-tokens", values["context-tokens"], contextWindowOf(model.modelId)),
    offload: kept?.offload,
    isPlanning: setup.rules?.mode === "plan",
    approves: values.yes ?? false,
    maxSteps,
    retries,
    signal,
  });
}
