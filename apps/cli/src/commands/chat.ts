import { join } from "node:path";
import { aiAgentRunner } from "@holdall/ai-sdk";
import {
  chatRules,
  createAgentLog,
  keptMessages,
  listChats,
  openStoredChat,
  projectNotes,
  titleOf,
  type WhichChat,
} from "@holdall/chat";
import type { Session } from "@holdall/tool-core";
import type { ModelMessage } from "ai";
import { findPrices } from "../chat/model/find-prices.ts";
import { liveModel } from "../chat/model/live-model.ts";
import { countOf, deferOf, loadModels, modelHelp, modelOptions, tokensOf } from "../chat/model/load-model.ts";
import { runChat } from "../chat/run-chat.ts";
import { pickAt } from "../chat/screen/pick.ts";
import { recapLines } from "../chat/screen/recap.ts";
import { openTerminal, type Terminal } from "../chat/screen/terminal.ts";
import { typedHistory } from "../chat/screen/typed-history.ts";
import { chatFolder } from "../chat/state/chat-folder.ts";
import { checkpointsOf } from "../chat/state/checkpoints-of.ts";
import { chatLines, chooseChat, pickChat, whichChat } from "../chat/state/choose-chat.ts";
import { parseArguments, withEmptyValue } from "../config/arguments.ts";
import { userFolder } from "../config/ownership/user-folder.ts";
import { findSettings } from "../config/read/settings.ts";
import { runsOptions, setupHelp, setupOptions } from "../config/read/setup-options.ts";
import { deferTools } from "../config/tools/defer-tools.ts";
import { askInChat } from "../extensions/ask-in-chat.ts";
import type { Io } from "../io.ts";
import { styleFor } from "../render/style.ts";
import { setUp } from "../setup/set-up.ts";
import { UsageError } from "../usage-error.ts";

export const options = {
  ...setupOptions,
  ...runsOptions,
  ...modelOptions,
  continue: { type: "boolean" },
  resume: { type: "string" },
  "no-checkpoints": { type: "boolean" },
  "no-project-notes": { type: "boolean" },
  price: { type: "string" },
  "no-color": { type: "boolean" },
  "screen-reader": { type: "boolean" },
} as const;

export const help = `holdall chat --model PROVIDER/NAME ["first message"] [options]: talk to a
model that has these tools

${modelHelp}
  --continue         continue the last conversation about this folder
  --resume [ID]      continue another one, by its id or its number in the list
                     that is shown without one
  --no-checkpoints   keep nothing to go back to
  --no-project-notes
                     leave out the project's AGENTS.md, or CLAUDE.md
  --price IN/OUT     dollars for a million tokens of this model, to see what a
                     turn costs; IN/CACHED/OUT where cached tokens cost less.
                     For all models: prices in the configuration
  --no-color         no colors, as with NO_COLOR in the environment
  --screen-reader    words instead of signs, and nothing is drawn over
${setupHelp({ ...setupOptions, ...runsOptions })}

The provider's package is found beside holdall, in ~/.config/holdall (npm install
--prefix ~/.config/holdall @ai-sdk/anthropic), or where --model-packages says;
never in a project because you work there. Keys come from the environment.
Where the policy asks, you answer: once, for this session, always in this folder,
or no, and what to do instead. The model asks you what only you can decide, and
plans before large changes: /plan has it plan, and nothing changes before you say
yes. Agents that it starts work under the same rules: /agents lists them. Before
the first change of each turn a checkpoint is made: /rewind goes back to one. Near
the end of the model's context old results and the oldest part of the conversation
become notes; /compact does so at once. @file sends a file along, Tab completes
paths and commands, and what you have typed is kept for the next time, for you
alone and without secrets. Esc or Ctrl-C stops the model, and what you type
meanwhile is sent next. Questions are lists: arrow keys, Space and Enter. /help
tells what else you can type. Without a terminal every line of stdin is a message,
what would be asked is denied, and questions stay open.

Examples
  holdall chat --model anthropic/claude-sonnet-4-5
  holdall chat --model qwen3 --base-url http://localhost:11434/v1`;

/** Talk to a model in the terminal. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const code = await talk(argv, io);
  // Ctrl-C does not wait for what could not be stopped.
  if (code === 130) io.exit(code);
  return code;
}

async function talk(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(withEmptyValue(argv, "--resume"), options, { most: 1 });
  const maxSteps = countOf("--max-steps", values["max-steps"], 50);
  const retries = countOf("--retries", values.retries, 2);
  const defer = deferOf(values.defer);
  if (values.continue && values.resume !== undefined)
    throw new UsageError("Use either --continue or --resume, not both.");
  const { model, webModel } = await loadModels(values, io);
  const settings = await findSettings(values, io);
  const live = liveModel({
    model,
    name: values.model ?? model.modelId,
    load: async (name) => (await loadModels({ ...values, model: name }, io)).model,
    window:
      values["context-tokens"] === undefined ? undefined : tokensOf("--context-tokens", values["context-tokens"], 0),
    price: values.price,
    prices: findPrices(settings, io.env),
  });
  const rules = chatRules(join(userFolder(io.env), "grants"));
  const agents = createAgentLog();
  let hearSession: (session: Session) => void = () => {};
  let messages: () => readonly ModelMessage[] = () => [];
  const folder = chatFolder(`${settings.backend?.address ?? ""}${settings.root}`, io.env);
  const kept = settings.backend ? undefined : keptMessages(folder, () => messages());
  using terminal = openTerminal(io, { colour: !values["no-color"], spoken: values["screen-reader"] });
  await using setup = await setUp(values, io, {
    askToLoad: askInChat(terminal),
    history: values["no-checkpoints"] ? false : { folder: join(folder, "checkpoints") },
    live: rules.live,
    showsCalls: true,
    webModel,
    interacts: true,
    progressEvery: terminal.isLive ? 500 : undefined,
    orchestrates: true,
    defer,
    kept,
    agents: {
      runner: (request) => aiAgentRunner({ model: live.model, maxRetries: retries })(request),
      onEvent: agents.follow,
      onSession: (session) => hearSession(session),
    },
  });
  const { preset, root } = setup;
  const deferral = deferTools(preset);
  const which = values.continue
    ? "last"
    : values.resume === undefined
      ? "new"
      : await choose(folder, values.resume, terminal);
  if (which === undefined) return 0;
  const chat = await openStoredChat(folder, which);
  const checkpoints = checkpointsOf(folder, setup, { isOff: values["no-checkpoints"], env: io.env });
  if (terminal.hasPerson) {
    const { bold, dim } = styleFor(terminal.screen);
    const tools = `${preset.registry.tools().length} tools`;
    terminal.write(`\n  ${bold(model.modelId)}  ${dim(`${preset.name}, ${tools}, ${root}. /help tells more.`)}\n`);
    if (chat.messages.length > 0)
      terminal.write(`\n${recapLines(chat.messages, titleOf(chat.messages), terminal.screen).join("\n")}\n`);
  }
  return await runChat({
    ...deferral,
    terminal,
    live,
    preset,
    rules,
    chat,
    folder,
    checkpoints,
    notes: values["no-project-notes"] ? undefined : projectNotes(preset),
    history: typedHistory(folder, (problem) => io.stderr.write(`holdall: ${problem}\n`), io.env),
    offload: kept?.offload,
    onAgentSession: (listener) => {
      hearSession = listener;
    },
    onMessages: (current) => {
      messages = current;
    },
    agents,
    maxSteps,
    retries,
    first: words[0],
  });
}

/** The conversation that `--resume` names; asked for where it names none. Undefined when the person wants none. */
async function choose(folder: string, word: string, terminal: Terminal): Promise<WhichChat | undefined> {
  const chats = await listChats(folder);
  if (chats.length === 0)
    throw new UsageError("There is no conversation in this folder to continue.", "Omit --resume.");
  if (word !== "") return chooseChat(chats, word);
  const pick = pickAt(terminal);
  if (pick) {
    const id = await pickChat(chats, pick);
    return id === undefined ? undefined : { id };
  }
  const list = chatLines(chats, terminal.screen.width);
  if (!terminal.hasPerson) throw new UsageError("Choose a conversation: --resume NUMBER.", list.join("\n"));
  terminal.write(`${list.join("\n")}\n`);
  const typed = await terminal.read(whichChat);
  return typeof typed === "string" && typed.trim() !== "" ? chooseChat(chats, typed.trim()) : undefined;
}
