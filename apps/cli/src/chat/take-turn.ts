import type { Preset } from "@holdall/presets";
import { foreignContent } from "@holdall/tool-core";
import { noteUserText } from "@holdall/tools-messages";
import type { Deferral } from "../config/defer-tools.ts";
import { styleFor } from "../render/style.ts";
import { counted, duration, wrap } from "../render/text.ts";
import type { ChatSession } from "./chat-session.ts";
import type { Compactor } from "./compactor.ts";
import { failureLines } from "./failure-lines.ts";
import type { LiveModel } from "./live-model.ts";
import { readMentions } from "./mentions.ts";
import { packMessages } from "./pack-messages.ts";
import { dollars } from "./prices.ts";
import type { ProjectNotes } from "./project-notes.ts";
import { remindTodos } from "./remind-todos.ts";
import { runTurn, type TurnEnd } from "./run-turn.ts";
import type { Terminal } from "./terminal.ts";
import { type Tokens, tokensText } from "./tokens.ts";
import type { Transcript } from "./transcript.ts";
import type { TurnFacts } from "./turn-facts.ts";

interface Taking extends Deferral {
  readonly terminal: Terminal;
  readonly transcript: Transcript;
  readonly preset: Preset;
  readonly live: LiveModel;
  readonly compactor: Compactor;
  readonly current: () => ChatSession;
  readonly notes: ProjectNotes | undefined;
  /** What the model gets with this message, once. */
  readonly takeNews: () => readonly string[];
  readonly save: () => Promise<void>;
  readonly maxSteps: number;
  readonly retries: number;
  readonly facts: TurnFacts;
}

export interface TakeTurn {
  /** Has the model answer what a person said. Resolves to "leave" when they want to go before it can be stopped. */
  take(said: string): Promise<TurnEnd | "leave">;
  isRunning(): boolean;
}

export function takeTurn(taking: Taking): TakeTurn {
  const {
    terminal,
    transcript,
    facts: turnFacts,
    preset,
    live,
    compactor,
    maxSteps,
    retries,
    instruct,
    expose,
  } = taking;
  const { screen } = terminal;
  const style = styleFor(screen);
  const show = (lines: readonly string[]) => transcript.lines(lines);
  const dim = (text: string) => show(wrap(text, screen.width - 2).map((line) => style.dim(`  ${line}`)));

  /** Adds what was said to the conversation, with what the program says and gives along. */
  const add = async (said: string) => {
    const { session, chat } = taking.current();
    noteUserText(session, said);
    session.state(foreignContent).clear();
    const told = taking.takeNews().map((line) => `[From the program, not from the user: ${line}]\n`);
    const notes = await taking.notes?.before(session, chat.messages);
    if (notes?.line) dim(notes.line);
    const files = await readMentions(said, session, preset);
    for (const note of files.notes) dim(note);
    const content = [notes?.text ?? "", ...told, files.text, said].join("");
    chat.messages.push({ role: "user", content, providerOptions: { holdall: { said } } });
  };

  let isRunning = false;
  const take = async (said: string): Promise<TurnEnd | "leave"> => {
    const started = performance.now();
    const cancel = new AbortController();
    const leaving = Promise.withResolvers<"leave">();
    using _ = terminal.onInterrupt(() => {
      if (cancel.signal.aborted) leaving.resolve("leave");
      cancel.abort();
    });
    const { session, checkpoints, chat } = taking.current();
    const { messages } = chat;
    checkpoints?.beginTurn({ label: said.trim().split("\n")[0] ?? "", messages: packMessages(messages) });
    await add(said);
    turnFacts.begin();
    transcript.status("the model");
    const step = (tokens: Tokens) => {
      compactor.count(tokens);
      turnFacts.step(tokens);
    };
    const listener = { text: transcript.text, textEnd: transcript.textEnd, step };
    const running = runTurn(
      {
        model: live.model,
        session,
        instructions: instruct,
        expose,
        messages,
        maxSteps,
        retries,
        signal: cancel.signal,
        makeRoom: compactor.beforeAnswer,
        onOverflow: compactor.afterOverflow,
        remind: () => remindTodos(session, messages),
      },
      listener,
    );
    const end = await Promise.race([running, leaving.promise]);
    turnFacts.end();
    transcript.statusEnd();
    if (end === "leave") return end;
    if (end.reason === "cancelled") show([style.yellow("  Stopped.")]);
    if (end.failure) show(failureLines(end.failure, screen));
    const cost = live.cost(end.tokens);
    const facts = [
      tokensText(end.tokens),
      ...(cost === undefined ? [] : [dollars(cost)]),
      counted(end.steps, "answer"),
      `${Math.round(compactor.fill() * 100)} % of the context`,
      duration(performance.now() - started),
    ];
    show([""]);
    dim(facts.join(screen.spoken ? ", " : " · "));
    await taking.save();
    return end;
  };
  return {
    isRunning: () => isRunning,
    async take(said) {
      isRunning = true;
      try {
        return await take(said);
      } finally {
        isRunning = false;
      }
    },
  };
}
