import type { ClientCapabilities, PromptRequest, PromptResponse, SessionConfigOption } from "@agentclientprotocol/sdk";
import { openChat } from "@holdall/chat";
import { ToolError } from "@holdall/tool-core";
import { createDisposeStack } from "@holdall/tool-kit/node";
import type { EditorClient } from "../agent/editor-client.ts";
import { acpBackend } from "../backend/acp-backend.ts";
import { editorFiles } from "../backend/editor-files.ts";
import { createKnownFiles, notingFiles } from "../backend/known-files.ts";
import type { AcpHost, SessionRequest } from "../host.ts";
import { askInEditor } from "../person/permissions.ts";
import { reviewInEditor } from "../person/plan-review.ts";
import { askWithForm } from "../person/questions.ts";
import { askForServers } from "../person/server-questions.ts";
import { takePrompt } from "../prompt/take-prompt.ts";
import { followChat } from "../updates/follow-chat.ts";
import { createSender } from "../updates/sender.ts";
import { createToolCalls } from "../updates/tool-calls.ts";
import { configOptions, setConfigOption } from "./config-options.ts";
import { createModes } from "./modes.ts";
import { replayOf } from "./replay.ts";

/** A session of a client: one conversation, with the editor as its front end. */
export interface AcpSession extends AsyncDisposable {
  readonly id: string;
  readonly modes: ReturnType<typeof createModes>;
  configOptions(): SessionConfigOption[];
  setMode(id: string): void;
  setOption(id: string, value: unknown): Promise<void>;
  /** Have a prompt answered. Throws while another one is. */
  prompt(request: PromptRequest, signal: AbortSignal): Promise<PromptResponse>;
  /** The running prompt resolves as cancelled. */
  cancel(): void;
  /** Tell the client which commands there are. */
  announce(): void;
  /** Send the conversation so far. */
  replay(): Promise<void>;
}

interface Opening {
  readonly host: AcpHost;
  readonly client: EditorClient;
  readonly capabilities: ClientCapabilities;
}

export async function openAcpSession(
  request: Omit<SessionRequest, "layer">,
  { host, client, capabilities }: Opening,
): Promise<AcpSession> {
  let id = "";
  const sessionId = () => id;
  const known = createKnownFiles();
  const editor = editorFiles(client, capabilities, sessionId);
  const layer = editor && ((disk: Parameters<typeof acpBackend>[0]) => acpBackend(disk, { editor, known }));
  await using opening = createDisposeStack();
  const opened = opening.use(await host.open({ ...request, layer }));
  const { options, model, rules, commands = [] } = opened;
  id = options.chat.id;
  const { cwd, policy, registry } = options.tools;
  const sender = createSender(client, id);
  const calls = createToolCalls(sender, cwd);
  const modes = createModes(rules);
  let told = rules.mode;
  const tellMode = () => {
    if (rules.mode === told) return;
    told = rules.mode;
    opened.onMode?.(told);
    sender.send({ sessionUpdate: "current_mode_update", currentModeId: told });
    sender.send({ sessionUpdate: "config_option_update", configOptions: configOptions(modes, model) });
  };
  const asking = { client, capabilities, sessionId, calls, flushed: sender.flushed };
  const follow = followChat({ sender, calls, capabilities, model, chat: () => chat, onCallEnd: tellMode });
  const chat = await openChat({
    ...options,
    tools: { ...options.tools, policy: notingFiles(policy, known) },
    model,
    rules,
    onEvent: follow.onEvent,
    person: {
      approve: askInEditor({ ...asking, describe: opened.describe }),
      asker: {
        ask: askWithForm({ ...asking, callId: (call) => calls.describe(call).toolCallId }),
        review: reviewInEditor(asking),
      },
      async attach(session, inTurn) {
        if (!registry.tools().some(({ category }) => category === "mcp")) return;
        const { answerQuestions } = await import("@holdall/mcp/client");
        answerQuestions(session, askForServers({ ...asking, inTurn }));
      },
    },
  });
  opened.onChat?.(chat);
  opening.defer(() => chat[Symbol.asyncDispose]());
  const all = opening.move();
  let running: AbortController | undefined;

  return {
    id,
    modes,
    configOptions: () => configOptions(modes, model),
    setMode(mode) {
      modes.set(mode);
      tellMode();
    },
    async setOption(option, value) {
      await setConfigOption(option, value, modes, model);
      tellMode();
    },
    async prompt(prompt, signal) {
      if (running)
        throw new ToolError("unavailable", "This session is still answering the prompt before.", {
          hint: "Wait for it, or cancel it.",
        });
      running = new AbortController();
      try {
        const cancelled = AbortSignal.any([running.signal, signal]);
        return await takePrompt(prompt, cancelled, { chat, sender, known, commands, note: follow.note });
      } finally {
        running = undefined;
      }
    },
    cancel: () => running?.abort(),
    announce() {
      const availableCommands = commands.map(({ name, description, hint }) => ({
        name,
        description,
        ...(hint !== undefined && { input: { hint } }),
      }));
      sender.send({ sessionUpdate: "available_commands_update", availableCommands });
    },
    async replay() {
      for (const update of replayOf(chat.current.messages, cwd)) sender.send(update);
      await sender.flushed();
    },
    async [Symbol.asyncDispose]() {
      running?.abort();
      await all.disposeAsync();
    },
  };
}
