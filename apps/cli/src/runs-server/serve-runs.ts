import { openEngine } from "../durable/open-engine.ts";
import type { Io } from "../io.ts";
import { listeningProblem } from "../serve/listening-problem.ts";
import { untilSignal } from "../serve/until-signal.ts";
import { openRunsServer } from "./open-runs-server.ts";
import { readServing, type ServingValues } from "./serve-options.ts";

/** Serve the runs of a database until a signal comes; resolves to the exit code. */
export async function serveRuns(values: ServingValues & { readonly database?: string }, io: Io): Promise<0> {
  const { isRandom, ...serving } = readServing(values, io.env);
  await using engine = await openEngine(values.database, io);
  const onError = (error: unknown) => void io.stderr.write(`holdall runs: ${(error as Error)?.message ?? error}\n`);
  await using server = await openRunsServer(engine, { ...serving, onError }).catch((thrown: unknown) => {
    throw listeningProblem(thrown, { ...serving, option: "--port" });
  });
  const lines = [
    `holdall: serving runs at ${server.url}`,
    ...(isRandom ? [`Token: ${serving.token[0]}`] : []),
    "Anyone with the token can read runs, approve their calls and cancel them.",
    ...(serving.allowedOrigins.length === 0
      ? ["No web page may call. Allow the pages that you use with --allow-origin."]
      : []),
  ];
  io.stderr.write(`${lines.join("\n")}\n`);
  await untilSignal(io);
  return 0;
}
