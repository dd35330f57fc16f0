import { ToolError } from "@holdall/tool-core";
import { UsageError } from "../usage-error.ts";

interface Listening {
  readonly host?: string | undefined;
  readonly port: number;
  /** The option that the port came with. */
  readonly option: "--http" | "--port";
}

/** Why a server does not listen, in the words of the command line. Anything else is given back as it is. */
export function listeningProblem(thrown: unknown, { host = "127.0.0.1", port, option }: Listening): unknown {
  if (!ToolError.is(thrown)) return thrown;
  const { needs, reason } = thrown.data ?? {};
  if (needs === "allowedHosts") {
    return new UsageError(
      `--host ${host} accepts other machines, but no hosts are allowed.`,
      "Set --allow-host to the names that clients use for this machine, and set a token in HOLDALL_TOKEN.",
    );
  }
  if (needs === "token") {
    return new UsageError(
      `--host ${host} accepts other machines, but there is no token.`,
      "Set one in HOLDALL_TOKEN, for example the output of `openssl rand -hex 32`, or --oauth-issuer.",
    );
  }
  if (needs === "resource") {
    return new UsageError(
      `--host ${host} with --oauth-issuer does not say which URL tokens must name.`,
      "Set --oauth-resource to the URL that clients use, such as https://tools.example.com/mcp.",
    );
  }
  if (needs === "url") return new UsageError(thrown.message, thrown.hint);
  if (reason === "EADDRINUSE") {
    return new UsageError(`${option} cannot be ${port}: the port is taken.`, "Choose another, or 0 for a free one.");
  }
  if (reason === "EACCES") {
    return new UsageError(`${option} cannot be ${port}: this user may not listen there.`, "Choose one above 1023.");
  }
  if (reason !== undefined) {
    return new UsageError(
      `--host cannot be ${host}: this machine has no such address (${reason}).`,
      "Name an address of this machine, or 0.0.0.0 for all of them.",
    );
  }
  return thrown;
}
