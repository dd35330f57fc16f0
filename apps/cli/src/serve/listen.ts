import { type HttpServer, type ServeHttpOptions, type SharedSessions, serveHttp } from "@holdall/mcp/http";
import { type Session, ToolError } from "@holdall/tool-core";
import { UsageError } from "../usage-error.ts";

/** Serve over HTTP. Throws UsageError, in the words of the command line, where that cannot be. */
export async function listen(
  source: (() => Session) | SharedSessions,
  options: ServeHttpOptions & { readonly port: number },
): Promise<HttpServer> {
  const { host = "127.0.0.1", port } = options;
  try {
    return await serveHttp(source, { ...options, healthPath: "/health" });
  } catch (thrown) {
    if (!ToolError.is(thrown)) throw thrown;
    const { needs, reason } = thrown.data ?? {};
    if (needs === "allowedHosts") {
      throw new UsageError(
        `--host ${host} lets other machines in, and no hosts are allowed.`,
        "Say with --allow-host what clients call this machine, and set a token in HOLDALL_TOKEN.",
      );
    }
    if (needs === "token") {
      throw new UsageError(
        `--host ${host} lets other machines in, and there is no token.`,
        "Set one in HOLDALL_TOKEN, such as one that `openssl rand -hex 32` makes.",
      );
    }
    if (reason === "EADDRINUSE") {
      throw new UsageError(`--http cannot be ${port}: the port is taken.`, "Choose another, or 0 for a free one.");
    }
    if (reason === "EACCES") {
      throw new UsageError(`--http cannot be ${port}: this user may not listen there.`, "Choose one above 1023.");
    }
    if (reason !== undefined) {
      throw new UsageError(
        `--host cannot be ${host}: this machine has no such address (${reason}).`,
        "Name an address of this machine, or 0.0.0.0 for all of them.",
      );
    }
    throw thrown;
  }
}
