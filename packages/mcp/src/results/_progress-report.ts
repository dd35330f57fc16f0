import type { Progress } from "@holdall/tool-core";
import type { ProgressToken, ServerContext } from "@modelcontextprotocol/server";

/** Sends a call's progress to the client that asked for it. */
export interface ProgressReport {
  report(progress: Progress): void;
  /** Resolves when everything reported is on its way; later reports are dropped. */
  finish(): Promise<void>;
}

/** What is known of the request whose progress is reported. */
export interface Reported {
  readonly _meta?: { readonly progressToken?: ProgressToken | undefined } | undefined;
  readonly notify: ServerContext["mcpReq"]["notify"];
}

/** Report to the client, or undefined when the request carries no progress token. */
export function createProgressReport({ _meta, notify }: Reported): ProgressReport | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const sent: Promise<void>[] = [];
  let last: number | undefined;
  let finished = false;
  return {
    report({ progress, total, message }) {
      if (finished) return;
      // The protocol wants a number that grows with every notification; a tool that only says things is counted.
      const grows = progress !== undefined && (last === undefined || progress > last);
      last = grows ? progress : (last ?? 0) + (total === undefined ? 1 : total / 1e6);
      const params = {
        progressToken,
        progress: last,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      };
      // A client that hung up meanwhile shows itself when the answer is sent.
      sent.push(notify({ method: "notifications/progress", params }).catch(() => {}));
    },
    async finish() {
      finished = true;
      await Promise.all(sent);
    },
  };
}
