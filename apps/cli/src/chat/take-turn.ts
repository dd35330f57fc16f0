import type { Chat, TurnEnd } from "@holdall/chat";
import { styleFor } from "../render/style.ts";
import { counted, duration, wrap } from "../render/text.ts";
import type { LiveModel } from "./model/live-model.ts";
import { dollars } from "./model/prices.ts";
import { failureLines } from "./screen/failure-lines.ts";
import type { Terminal } from "./screen/terminal.ts";
import { tokensText } from "./screen/tokens-text.ts";
import type { Transcript } from "./screen/transcript.ts";
import type { TurnFacts } from "./screen/turn-facts.ts";

interface Taking {
  readonly chat: Chat;
  readonly terminal: Terminal;
  readonly transcript: Transcript;
  readonly facts: TurnFacts;
  readonly live: LiveModel;
}

/** Has the model answer what the user said, and shows how it ended. Resolves to "leave" when they want to go before it can be stopped. */
export async function takeTurn(
  said: string,
  { chat, terminal, transcript, facts, live }: Taking,
): Promise<TurnEnd | "leave"> {
  const { screen } = terminal;
  const style = styleFor(screen);
  const started = performance.now();
  const leaving = Promise.withResolvers<"leave">();
  let isCancelled = false;
  using _ = terminal.onInterrupt(() => {
    if (isCancelled) leaving.resolve("leave");
    isCancelled = true;
    chat.cancel();
  });
  const end = await Promise.race([chat.send(said), leaving.promise]);
  facts.end();
  transcript.statusEnd();
  if (end === "leave") return end;
  if (end.reason === "cancelled") transcript.lines([style.yellow("  Stopped.")]);
  if (end.failure) transcript.lines(failureLines(end.failure, screen));
  const cost = live.cost(end.tokens);
  const sums = [
    tokensText(end.tokens),
    ...(cost === undefined ? [] : [dollars(cost)]),
    counted(end.steps, "answer"),
    `${Math.round(chat.fill() * 100)} % of the context`,
    duration(performance.now() - started),
  ];
  const line = sums.join(screen.spoken ? ", " : " · ");
  transcript.lines(["", ...wrap(line, screen.width - 2).map((each) => style.dim(`  ${each}`))]);
  return end;
}
