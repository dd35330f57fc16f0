import type { DurableEngine, RunDetails, SignalOutcome } from "@holdall/durable/port";
import type { Json } from "@holdall/tool-core";
import { plain } from "../render/plain.ts";
import { awaitedEvents, outcomeLines, runLine, stepLine, waitLine } from "./run-text.ts";

interface Watching {
  readonly engine: Pick<DurableEngine, "get" | "subscribe" | "signal">;
  readonly run: string;
  readonly show: (lines: readonly string[]) => void;
  /** Asks the user what the run waits for; undefined leaves it open. Absent without a user. */
  readonly ask?: ((run: RunDetails, event: string, signal: AbortSignal) => Promise<Json | undefined>) | undefined;
  readonly onAnswer: (outcome: SignalOutcome) => void;
  readonly signal: AbortSignal;
}

/** Print the events of a run and ask the user its questions until it ends. Questions that are answered elsewhere in the meantime are dropped. */
export async function watchRun({
  engine,
  run,
  show,
  ask,
  onAnswer,
  signal,
}: Watching): Promise<RunDetails | undefined> {
  const told = new Set<string>();
  let asking: { readonly event: string; readonly cancel: AbortController; readonly done: Promise<void> } | undefined;
  const tell = (line: string) => {
    if (told.has(line)) return;
    told.add(line);
    show([plain(line)]);
  };
  const answer = async (details: RunDetails, event: string, cancel: AbortController) => {
    const given = await ask?.(details, event, cancel.signal).catch((error: unknown) => {
      if (cancel.signal.aborted) return undefined;
      throw error;
    });
    if (given !== undefined) onAnswer(await engine.signal(run, event, given));
    else if (!cancel.signal.aborted) show(["  Left open; holdall runs answer answers it later."]);
  };
  const look = async (): Promise<RunDetails | undefined> => {
    const details = await engine.get(run);
    if (!details) return undefined;
    const events = awaitedEvents(details);
    if (asking && !events.includes(asking.event)) {
      asking.cancel.abort();
      await asking.done;
    }
    if (asking) return details; // nothing is written into a question
    for (const step of details.steps) if (step.ended !== undefined) tell(stepLine(step));
    for (const wait of details.waits) tell(waitLine(wait));
    const event = events.find((each) => !told.has(`asked ${each}`));
    if (event === undefined || !ask) return details;
    told.add(`asked ${event}`);
    const cancel = new AbortController();
    const stop = () => cancel.abort();
    signal.addEventListener("abort", stop, { once: true });
    const done = answer(details, event, cancel).finally(() => {
      signal.removeEventListener("abort", stop);
      asking = undefined;
    });
    asking = { event, cancel, done };
    return details;
  };
  let details = await engine.get(run);
  if (details) show([plain(runLine(details))]);
  try {
    for await (const _ of engine.subscribe(run, 0, { signal })) details = await look();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await asking?.done;
  details = (await look()) ?? details;
  if (details?.ended !== undefined) show([...outcomeLines(details), `  ${details.state}`].map(plain));
  return details;
}
