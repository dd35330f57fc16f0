import { type Progress, type Session, type StateKey, ToolError } from "@holdall/tool-core";
import type { LoggingLevel, Server, ServerContext } from "@modelcontextprotocol/server";

const levels: readonly LoggingLevel[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** The level that a session's client of 2025 has chosen. Without one, nothing is logged to it. */
const levelKey: StateKey<{ level?: LoggingLevel }> = {
  name: "mcpLogLevel",
  create: () => ({}),
  snapshot: ({ level }) => level ?? null,
  restore(json) {
    const level = levels.find((each) => each === json);
    if (level || json === null) return level ? { level } : {};
    throw new ToolError("parse_error", "The saved log level cannot be read.", {
      hint: "Tell the user, and start a session without the snapshot.",
    });
  },
};

/** Let clients up to 2025-11-25 choose what is logged to them. */
export function serveLogLevel(server: Server, current: () => Promise<Session>): void {
  server.setRequestHandler("logging/setLevel", async ({ params: { level } }) => {
    (await current()).state(levelKey).level = level;
    return {};
  });
}

/** What a tool says on the way, logged as `info` to a client that wants such and did not ask for progress. */
export function logProgress(
  { state }: Session,
  logger: string,
  notify: ServerContext["mcpReq"]["notify"],
): ((progress: Progress) => void) | undefined {
  const { level } = state(levelKey);
  if (level === undefined || levels.indexOf(level) > levels.indexOf("info")) return undefined;
  return ({ message }) => {
    if (message === undefined) return;
    // A client that hung up meanwhile shows itself when the answer is sent.
    notify({ method: "notifications/message", params: { level: "info", logger, data: message } }).catch(() => {});
  };
}
