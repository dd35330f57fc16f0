import { type RunView, viewRun } from "@holdall/call-view";
import type { RunDetails, RunInfo } from "@holdall/durable/port";
import { type Json, ToolError } from "@holdall/tool-core";

/** Where `holdall runs serve` listens. The token goes there and nowhere else. */
export interface ServerAddress {
  readonly address: string;
  readonly token: string;
}

export interface ListedRuns {
  readonly runs: readonly RunView[];
  /** There are older ones. */
  readonly hasMore: boolean;
}

export interface ServerRuns {
  list(options: {
    readonly limit: number;
    readonly isWaiting: boolean;
    readonly signal: AbortSignal;
  }): Promise<ListedRuns>;
  answer(run: string, event: string, payload: Json): Promise<void>;
  cancel(run: string): Promise<void>;
}

/** The runs of a server. Rejects with `permission_denied` for a token that it does not take, and `unavailable` where it cannot be reached. */
export function connectRuns({ address, token }: ServerAddress): ServerRuns {
  const base = address.replace(/\/+$/, "");
  // What has ended is asked for once.
  let known = new Map<string, { readonly json: string; readonly view: RunView }>();

  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}`, ...(init.body ? { "content-type": "application/json" } : {}) };
    const response = await fetch(`${base}${path}`, { ...init, ...careful, headers }).catch((cause: unknown) => {
      throw init.signal?.aborted ? cause : unreachable(base, cause);
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok && typeof body === "object" && body !== null) return body;
    throw refusal(base, response.status, body);
  }
  const post = async (path: string, body: Json) => {
    await ask(path, { method: "POST", body: JSON.stringify(body) });
  };

  async function view(info: RunInfo, signal: AbortSignal): Promise<RunView> {
    const json = JSON.stringify(info);
    const before = known.get(info.id);
    if (before?.json === json && info.ended !== undefined) return before.view;
    return viewRun((await ask(`/runs/${encodeURIComponent(info.id)}`, { signal })) as RunDetails);
  }

  return {
    async list({ limit, isWaiting, signal }) {
      const query = `limit=${limit}${isWaiting ? "&state=waiting" : ""}`;
      const { runs, next } = (await ask(`/runs?${query}`, { signal })) as { runs?: unknown; next?: unknown };
      if (!Array.isArray(runs)) throw notRuns(base);
      const infos = runs as readonly RunInfo[];
      const views = await Promise.all(infos.map((info) => view(info, signal)));
      known = new Map(views.map((each, at) => [each.id, { json: JSON.stringify(infos[at]), view: each }]));
      return { runs: views, hasMore: next !== undefined };
    },
    answer: (run, event, payload) => post(`/runs/${encodeURIComponent(run)}/answer`, { event, payload }),
    cancel: (run) => post(`/runs/${encodeURIComponent(run)}/cancel`, {}),
  };
}

const careful = { credentials: "omit", cache: "no-store", redirect: "error", referrerPolicy: "no-referrer" } as const;

const unreachable = (base: string, cause: unknown) =>
  new ToolError("unavailable", `${base} does not answer this page.`, {
    hint: `Check that it is running and was started with --allow-origin ${location.origin}.`,
    cause,
  });

const notRuns = (base: string) =>
  new ToolError("unavailable", `${base} answers, but not with runs.`, {
    hint: "Enter the address that holdall runs serve printed.",
  });

function refusal(base: string, status: number, body: unknown): ToolError {
  const { message, hint } = Object(Object(body).error) as { message?: unknown; hint?: unknown };
  if (typeof message !== "string") return notRuns(base);
  if (status === 401)
    return new ToolError("permission_denied", `${base} does not accept this token.`, {
      hint: "Copy the token that holdall runs serve printed, or its HOLDALL_TOKEN.",
    });
  return new ToolError("unsupported", message, { hint: typeof hint === "string" ? hint : undefined });
}
