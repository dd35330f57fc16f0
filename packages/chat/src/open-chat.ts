import type { Path, ToolEvent } from "@holdall/tool-core";
import { ToolError } from "@holdall/tool-core";
import { createSerialQueue } from "@holdall/tool-kit";
import { noteUserText } from "@holdall/tools-messages";
import { sessionTasks } from "@holdall/tools-tasks/port";
import type { Chat, ChatEvent, ChatOptions, RestoreOptions, SendOptions } from "./chat.ts";
import { createCompactor } from "./context/compactor.ts";
import { followQuestions } from "./context/open-questions.ts";
import { sessionOpener } from "./kept/chat-session.ts";
import { type StoredChat, unkeptChat } from "./kept/chat-store.ts";
import { packMessages, unpackMessages } from "./kept/pack-messages.ts";
import { noTokens, sumTokens, type Tokens } from "./tokens.ts";
import { readMentions } from "./turn/mentions.ts";
import { remindTodos } from "./turn/remind-todos.ts";
import { runTurn, type TurnEnd } from "./turn/run-turn.ts";

/** Open a conversation between the user, a model and tools. All events go to `onEvent`; nothing is written to a terminal. */
export async function openChat(options: ChatOptions): Promise<Chat> {
  const { tools, model, rules, notes, maxSteps = 50, retries = 2 } = options;
  const tell = (event: ChatEvent) => options.onEvent?.(event);
  const note = (text: string) => tell({ type: "note", text });
  const questions = followQuestions();
  const inTurn = createSerialQueue();
  const open = sessionOpener(options, {
    inTurn,
    note,
    onEvent(event: ToolEvent) {
      tools.onEvent?.(event);
      questions.follow(event);
      tell({ type: "tool", event });
    },
    onProblem: (error) => tell({ type: "problem", what: "No checkpoints are kept", error }),
  });
  let current = await open(options.chat ?? unkeptChat());
  let tokens = noTokens;
  /** What the model gets with the next message. */
  let news: string[] = [];
  let running: AbortController | undefined;
  const use = (used: Tokens) => {
    tokens = sumTokens(tokens, used);
  };
  const compactor = createCompactor({
    live: model,
    retries,
    offload: options.offload,
    session: () => current.session,
    messages: () => current.chat.messages,
    grants: () =>
      rules
        ?.grants()
        .rules()
        .flatMap(({ allow = [] }) => allow) ?? [],
    questions: questions.list,
    onCompaction: (compaction) => tell({ type: "compaction", compaction }),
    onProblem: (error) => tell({ type: "problem", error }),
    onTokens: use,
  });
  const save = async ({ tells = true } = {}) => {
    await current.chat.save(current.session).catch((error: unknown) => {
      if (!ToolError.is(error)) throw error;
      if (tells) tell({ type: "problem", what: "Not saved", error });
    });
  };

  /** Adds what was said to the conversation, with what the program says and gives along. */
  async function add(said: string, { context = "", files: attached = [] }: SendOptions): Promise<void> {
    const { session, chat } = current;
    noteUserText(session, said);
    const told = news.splice(0).map((line) => `[From the program, not from the user: ${line}]\n`);
    const project = await notes?.before(session, chat.messages);
    if (project?.line) note(project.line);
    const files = options.mentions === false ? undefined : await readMentions(said, session, tools);
    for (const line of files?.notes ?? []) note(line);
    const text = [project?.text ?? "", ...told, files?.text ?? "", context, said].join("");
    const content = attached.length === 0 ? text : [{ type: "text" as const, text }, ...attached];
    chat.messages.push({ role: "user", content, providerOptions: { holdall: { said } } });
  }

  async function take(said: string, signal: AbortSignal, options: SendOptions): Promise<TurnEnd> {
    const { session, checkpoints, chat } = current;
    const { messages } = chat;
    checkpoints?.beginTurn({ label: said.trim().split("\n")[0] ?? "", messages: packMessages(messages) });
    await add(said, options);
    // A process that is killed during the answer has lost the answer, not the question. What fails here fails again at the end.
    await save({ tells: false });
    tell({ type: "turn-start" });
    const end = await runTurn(
      {
        model: model.model,
        session,
        instructions: tools.instruct,
        expose: tools.expose,
        messages,
        maxSteps,
        retries,
        signal,
        makeRoom: compactor.beforeAnswer,
        onOverflow: compactor.afterOverflow,
        remind: () => remindTodos(session, messages),
      },
      {
        text: (text) => tell({ type: "text", text }),
        textEnd: (text) => tell({ type: "text-end", text }),
        reasoning: (text) => tell({ type: "reasoning", text }),
        reasoningEnd: (text) => tell({ type: "reasoning-end", text }),
        note,
        step(used) {
          compactor.count(used);
          tell({ type: "usage", tokens: used });
        },
      },
    );
    use(end.tokens);
    await save();
    return end;
  }

  /** A session that ends takes its background tasks along. */
  async function switchTo(chat: StoredChat, { keepsSession = false } = {}): Promise<void> {
    news = [];
    if (keepsSession) {
      current = { ...current, chat };
      return;
    }
    const tasks = current.session.state(sessionTasks).list();
    const stopped = tasks.filter(({ status }) => status === "running").map(({ title }) => title);
    await current[Symbol.asyncDispose]();
    current = await open(chat);
    if (stopped.length > 0) note(`Running tasks were stopped: ${stopped.join(", ")}`);
  }

  return {
    get current() {
      return current.chat;
    },
    get session() {
      return current.session;
    },
    get checkpoints() {
      return current.checkpoints;
    },
    get isRunning() {
      return running !== undefined;
    },
    async send(text, options = {}) {
      if (running)
        throw new ToolError("unavailable", "The model is still answering the message before.", {
          hint: "Wait until its send resolves, or call cancel.",
        });
      running = new AbortController();
      try {
        const { signal } = options;
        return await take(text, signal ? AbortSignal.any([running.signal, signal]) : running.signal, options);
      } finally {
        running = undefined;
      }
    },
    cancel: () => running?.abort(),
    tell: (line) => void news.push(line),
    async compact(words, signal = new AbortController().signal) {
      const done = await compactor.now(words, signal);
      if (done.steps.length > 0) await save();
      return done;
    },
    async restore(plan, { parts, include = [] }: RestoreOptions) {
      const { checkpoints, chat } = current;
      if (!checkpoints)
        throw new ToolError("unavailable", "This conversation keeps no checkpoints.", {
          hint: "Open the chat with `checkpoints`, or tools with a history.",
        });
      const { messages } = chat;
      const present = { messages: packMessages(messages) };
      const restored = await checkpoints.restore(plan, { parts, include, present });
      const { files, conversation } = restored;
      if (conversation) {
        messages.splice(0, Number.POSITIVE_INFINITY, ...(unpackMessages(conversation.messages) ?? []));
        await switchTo({ ...chat, restore: conversation.snapshot ?? undefined });
        await save();
      } else if (files) tellChanged([...files.restored, ...files.deleted]);
      return restored;
    },
    switchTo,
    fill: compactor.fill,
    tokens: () => tokens,
    [Symbol.asyncDispose]: () => current[Symbol.asyncDispose](),
  };

  function tellChanged(paths: readonly Path[]): void {
    if (paths.length === 0) return;
    // Quoted, for a name may hold anything.
    const names = paths.map((path) => JSON.stringify(path)).join(", ");
    news.push(`The user restored these files to an earlier state: ${names}.`);
  }
}
