import type { DurableEngine, RunDetails, SignalOutcome } from "@holdall/durable/port";
import { openTerminal } from "../chat/screen/terminal.ts";
import type { Io } from "../io.ts";
import type { ScreenOptions } from "../render/screen.ts";
import { answerWait } from "./answer-wait.ts";
import { awaitedEvents } from "./run-text.ts";
import { watchRun } from "./watch-run.ts";

interface Attending {
  readonly screen: ScreenOptions;
  /** Ask what it waits for now, and leave. */
  readonly once: boolean;
  readonly say: (outcome: SignalOutcome) => string;
}

/** Has the person at the terminal follow a run, or answer it once. Resolves to the exit code: 1 for a run that has failed, 130 for Ctrl-C. */
export async function attendRun(
  engine: DurableEngine,
  run: RunDetails,
  io: Io,
  { screen, once, say }: Attending,
): Promise<number> {
  using terminal = openTerminal(io, screen);
  const cancel = new AbortController();
  using _ = terminal.onInterrupt(() => cancel.abort());
  const show = (lines: readonly string[]) => terminal.write(`${lines.join("\n")}\n`);
  const onAnswer = (outcome: SignalOutcome) => show([`  ${say(outcome)}`]);
  if (once) {
    const events = awaitedEvents(run);
    if (events.length === 0) show(["The run is not waiting for anyone."]);
    for (const event of events) {
      const given = await answerWait(run, event, terminal, cancel.signal);
      if (given === undefined) return cancel.signal.aborted ? 130 : 0;
      onAnswer(await engine.signal(run.id, event, given));
    }
    return 0;
  }
  const ask = (details: RunDetails, event: string, signal: AbortSignal) => answerWait(details, event, terminal, signal);
  const watching = { engine, run: run.id, show, onAnswer, signal: cancel.signal };
  const details = await watchRun({ ...watching, ask: terminal.hasPerson ? ask : undefined });
  if (cancel.signal.aborted) return 130;
  return details?.state === "completed" ? 0 : 1;
}
