import type { RunDetails, RunState } from "@holdall/durable/port";
import { oneOf, parseArguments } from "../../config/arguments.ts";
import { attendRun } from "../../durable/attend-run.ts";
import { databaseHelp, databaseOptions, openEngine } from "../../durable/open-engine.ts";
import { parseAnswer } from "../../durable/parse-answer.ts";
import { awaitedEvents, runLine, runText } from "../../durable/run-text.ts";
import type { Io } from "../../io.ts";
import { plain } from "../../render/plain.ts";
import { print } from "../../render/print.ts";
import { serveRunsHelp, serveRunsNames, serveRunsOptions } from "../../runs-server/serve-options.ts";
import { UsageError } from "../../usage-error.ts";

export const options = {
  ...databaseOptions,
  ...serveRunsOptions,
  state: { type: "string" },
  json: { type: "boolean" },
  "no-color": { type: "boolean" },
  "screen-reader": { type: "boolean" },
} as const;

export const help = `holdall runs [list] [options]: runs of workflows and schedules, the newest first
holdall runs show RUN: its steps, and what it waits for
holdall runs watch RUN: follow it until it ends, and answer what it waits for
holdall runs answer RUN [EVENT] JSON: what it waits for, yes, no or JSON; the
                   first answer stands. On a terminal RUN alone asks you
holdall runs cancel RUN [REASON]: end it, with all that it has started
holdall runs retry RUN: let it continue after it failed, was canceled or parked
holdall runs serve: let a page in a browser, such as the playground, show,
                   answer and cancel them

${databaseHelp}
  --state STATE      in list: queued, running, waiting, completed, failed,
                     canceled or parked
  --json             as JSON
  --no-color         no colors, as with NO_COLOR in the environment
  --screen-reader    words instead of signs, and nothing is drawn over

${serveRunsHelp}

Examples
  holdall runs --state waiting
  holdall runs watch run_5f0c
  holdall runs answer run_5f0c yes
  holdall runs serve --allow-origin http://localhost:5173`;

const states = ["queued", "running", "waiting", "completed", "failed", "canceled", "parked"] as const;

/** Look at runs, answer them, end them or let them go on. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 4 });
  const actions = ["list", "show", "watch", "answer", "cancel", "retry", "serve"] as const;
  const action = oneOf("What to do", words[0] ?? "list", actions);
  if (action === "serve") return await (await import("../../runs-server/serve-runs.ts")).serveRuns(values, io);
  const extra = serveRunsNames.find((name) => values[name] !== undefined);
  if (extra !== undefined) throw new UsageError(`--${extra} goes with runs serve.`);
  const [, id, event, payload] = words;
  const isAsked = action === "answer" && event === undefined && io.stdin.isTTY === true;
  if (action === "answer" && event === undefined && !isAsked)
    throw new UsageError(
      "An answer needs a run and yes, no or JSON.",
      "`holdall runs show RUN` shows the questions of a run.",
    );
  const answer = action === "answer" && !isAsked ? parseAnswer(payload ?? event ?? "") : null;
  if (action !== "list" && id === undefined) throw new UsageError("Say which run.", "holdall runs lists them.");
  const state: RunState | undefined = values.state === undefined ? undefined : oneOf("--state", values.state, states);
  await using engine = await openEngine(values.database, io);
  if (action === "list") {
    const runs = await engine.list({ state });
    if (values.json) return print(JSON.stringify(runs, null, 2), io);
    return print(runs.length > 0 ? plain(runs.map(runLine).join("\n")) : "No runs.", io);
  }
  const found = await engine.get(id ?? "");
  if (!found) throw new UsageError(`There is no run ${id}.`, "holdall runs lists them.");
  if (action === "show") return print(values.json ? JSON.stringify(found, null, 2) : plain(runText(found)), io);
  if (action === "watch" || isAsked) {
    const screen = { colour: !values["no-color"], spoken: values["screen-reader"] };
    return await attendRun(engine, found, io, { screen, once: isAsked, say: (outcome) => answers[outcome] });
  }
  if (action === "answer") {
    const outcome = await engine.signal(found.id, payload === undefined ? awaitedBy(found) : (event ?? ""), answer);
    print(answers[outcome], io);
    return outcome === "conflict" || outcome === "ended" ? 1 : 0;
  }
  const isDone = action === "cancel" ? await engine.cancel(found.id, event ?? "by hand") : await engine.retry(found.id);
  if (!isDone) print(`Nothing to ${action}: the run is ${found.state}.`, io);
  else
    print(
      action === "cancel"
        ? "Canceled, with all that it has started."
        : "Queued again. Completed steps are not repeated.",
      io,
    );
  return isDone ? 0 : 1;
}

const answers = {
  delivered: "It waited for that, and continues.",
  kept: "Kept until it waits for that.",
  repeated: "The same answer was there already.",
  conflict: "Another answer was there first, and stands.",
  ended: "The run has ended.",
};

/** The one event that a run waits for the user with. */
function awaitedBy(run: RunDetails): string {
  const events = awaitedEvents(run);
  const [only] = events;
  if (only !== undefined && events.length === 1) return only;
  throw new UsageError(
    `The run waits for ${events.length === 0 ? "no answer" : `${events.length} answers`}.`,
    events.length === 0 ? undefined : `Name one: holdall runs answer ${run.id} '${only}' yes`,
  );
}
