import { type HttpServer, type ServeHttpOptions, type SharedSessions, serveHttp } from "@holdall/mcp/http";
import type { Session } from "@holdall/tool-core";
import { listeningProblem } from "./listening-problem.ts";

/** Serve over HTTP. Throws UsageError, in the words of the command line, where that cannot be. */
export async function listen(
  source: ((from: { readonly scopes?: readonly string[] | undefined }) => Session) | SharedSessions,
  options: ServeHttpOptions & { readonly port: number },
): Promise<HttpServer> {
  try {
    return await serveHttp(source, { ...options, healthPath: "/health" });
  } catch (thrown) {
    throw listeningProblem(thrown, { host: options.host, port: options.port, option: "--http" });
  }
}
