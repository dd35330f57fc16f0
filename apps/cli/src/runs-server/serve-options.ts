import { randomBytes } from "node:crypto";
import { UsageError } from "../usage-error.ts";

/** The options of `holdall runs serve`. */
export const serveRunsOptions = {
  port: { type: "string" },
  host: { type: "string" },
  "allow-host": { type: "string" },
  "allow-origin": { type: "string" },
} as const;

/** Those that mean nothing to other actions. */
export const serveRunsNames = ["port", "host", "allow-host", "allow-origin"] as const;

export const serveRunsHelp = `With serve, anyone with the token can read runs, approve their calls and cancel
them. The token is HOLDALL_TOKEN in the environment, or a random one that is
printed with the address.
  --port PORT        listen there; a free port by default
  --host HOST        listen there instead of on 127.0.0.1
  --allow-host LIST  names that clients use for this machine, such as box.lan
  --allow-origin LIST
                     web pages that may call, such as http://localhost:5173`;

export type ServingValues = { readonly [N in keyof typeof serveRunsOptions]?: string };

/** What the options of `holdall runs serve` say. Throws UsageError for what cannot be, before a database is opened. */
export function readServing(values: ServingValues, env: NodeJS.ProcessEnv) {
  const { port = "0", host } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port cannot be "${port}".`, "Give a port number from 0 to 65535.");
  const given = env.HOLDALL_TOKEN === undefined ? undefined : listOf(env.HOLDALL_TOKEN);
  if (given?.length === 0) throw new UsageError("The token is empty.", "Unset HOLDALL_TOKEN to get a random one.");
  const origins = listOf(values["allow-origin"]);
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong !== undefined)
    throw new UsageError(
      `--allow-origin cannot be "${wrong}".`,
      "Give the scheme, host and port of the page alone, such as http://localhost:5173.",
    );
  return {
    ...{ port: Number(port), host, allowedHosts: listOf(values["allow-host"]), allowedOrigins: origins },
    token: given ?? [randomBytes(32).toString("hex")],
    isRandom: given === undefined,
  };
}

const listOf = (value = ""): string[] =>
  value
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
