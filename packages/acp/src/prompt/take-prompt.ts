import { type PromptRequest, type PromptResponse, RequestError, type StopReason } from "@agentclientprotocol/sdk";
import type { Chat, TurnEnd } from "@holdall/chat";
import { ToolError } from "@holdall/tool-core";
import type { KnownFiles } from "../backend/known-files.ts";
import type { AcpCommand } from "../host.ts";
import { fenced } from "../updates/call-content.ts";
import type { Sender } from "../updates/sender.ts";
import { readPrompt } from "./content.ts";

interface Taking {
  readonly chat: Chat;
  readonly sender: Sender;
  readonly known: KnownFiles;
  readonly commands: readonly AcpCommand[];
  readonly note: (text: string, severity?: "info" | "error") => void;
}

/** Have a prompt answered, or the command that it is carried out. Resolves when everything that belongs to it is sent. */
export async function takePrompt(
  { prompt }: PromptRequest,
  signal: AbortSignal,
  { chat, sender, known, commands, note }: Taking,
): Promise<PromptResponse> {
  const { said, context, files, paths } = readPrompt(prompt, chat.session.cwd);
  for (const path of paths) known.note(path);
  const [, name = "", words = ""] = /^\/([a-z][a-z_-]*)(?:\s+([\s\S]*))?$/.exec(said.trim()) ?? [];
  const command = commands.find((each) => each.name === name);
  const stopReason = command
    ? await runCommand(command, words.trim(), { chat, sender, signal })
    : await answer(() => chat.send(said, { signal, context, files }), note);
  await sender.flushed();
  return { stopReason };
}

async function runCommand(
  command: AcpCommand,
  words: string,
  { chat, sender, signal }: Pick<Taking, "chat" | "sender"> & { readonly signal: AbortSignal },
): Promise<StopReason> {
  const lines = await command.run(words, chat, signal).catch((thrown: unknown) => {
    if (signal.aborted) return [];
    if (!ToolError.is(thrown)) throw thrown;
    return [thrown.message, ...(thrown.hint ? [thrown.hint] : [])];
  });
  if (signal.aborted) return "cancelled";
  const text = lines.length === 0 ? "Done.\n" : `${fenced("", lines.join("\n"))}\n`;
  sender.send({
    sessionUpdate: "agent_message_chunk",
    messageId: crypto.randomUUID(),
    content: { type: "text", text },
  });
  return "end_turn";
}

async function answer(send: () => Promise<TurnEnd>, note: Taking["note"]): Promise<StopReason> {
  const { reason, failure } = await send();
  if (reason !== "failed") return reason === "cancelled" ? "cancelled" : "end_turn";
  const text = [failure?.message, failure?.hint].filter(Boolean).join(" ");
  const stopped = failure?.kind && reasons[failure.kind];
  // Nothing else would tell the person why: an error ends the prompt with its reason.
  if (!stopped) throw new RequestError(-32603, text);
  note(text, "error");
  return stopped;
}

const reasons = { length: "max_tokens", "content-filter": "refusal", steps: "max_turn_requests" } as const;
