import type { SessionNotification, SessionUpdate, ToolCall, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { neutralLine, neutralText } from "@holdall/tool-kit/text";
import type { AgentDriverRun } from "@holdall/tools-agents/port";

/** What a session has used: tokens in its context, and costs as a sum. */
export interface Used {
  readonly size: number;
  readonly cost: number;
}

/** What an agent has said during one turn. */
export interface Updates {
  take(notification: SessionNotification): void;
  /** The turn begins: what was said before repeats an earlier conversation, which has used so much. */
  begin(used?: Used): void;
  /** Its calls, as far as it has described them. */
  readonly calls: ReadonlyMap<string, ToolCallUpdate>;
  used(): Used;
  /** What it said last, after its last call; else the last that it said at all. */
  report(): string;
}

const changing: ReadonlySet<unknown> = new Set(["edit", "delete", "move"]);

/** Characters that are kept between two calls. */
const maxSaid = 1_000_000;

type Following = Pick<AgentDriverRun, "step" | "use" | "changed" | "sign">;

/** Follow the updates of a session. */
export function followUpdates({ step, use, changed, sign }: Following): Updates {
  const calls = new Map<string, ToolCallUpdate>();
  let isLive = false;
  let [size, cost] = [0, 0];
  /** What it has said since its last call, and before that. */
  let [said, before, left] = ["", "", 0];

  function say(text: string): void {
    const kept = text.slice(0, maxSaid - said.length);
    said += kept;
    left += text.length - kept.length;
  }

  function takeCall(call: ToolCall | ToolCallUpdate, isNew: boolean): void {
    const known = calls.get(call.toolCallId);
    const fresh = Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined && value !== null));
    const now = { ...known, ...fresh } as ToolCallUpdate;
    calls.set(call.toolCallId, now);
    if (isNew && !known) {
      if (said.trim() !== "") before = said;
      [said, left] = ["", 0];
      step({ calls: [neutralLine(now.title ?? now.kind ?? "call", 100)] });
    }
    if (now.status !== "completed" || known?.status === "completed" || !changing.has(now.kind)) return;
    const diffs = (now.content ?? []).flatMap((part) => (part.type === "diff" ? [part.path] : []));
    const paths = new Set([...(now.locations ?? []).map(({ path }) => path), ...diffs]);
    changed([...paths].map((path) => neutralLine(path, 500)));
  }

  function takeUpdate(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        if (update.content.type === "text") say(update.content.text);
        return;
      case "tool_call":
        takeCall(update, true);
        return;
      case "tool_call_update":
        takeCall(update, false);
        return;
      case "usage_update": {
        const grown = Math.max(0, update.used - size);
        const more = Math.max(0, (update.cost?.amount ?? 0) - cost);
        size = Math.max(size, update.used);
        cost += more;
        if (grown > 0 || more > 0)
          use({ tokens: { input: grown, cached: 0, output: 0 }, ...(update.cost && { cost: more }) });
        return;
      }
    }
  }

  return {
    calls,
    take({ update }) {
      if (!isLive) return;
      sign();
      takeUpdate(update);
    },
    begin(used = { size: 0, cost: 0 }) {
      isLive = true;
      ({ size, cost } = used);
    },
    used: () => ({ size, cost }),
    report() {
      const text = neutralText(said.trim() === "" ? before : said).trim();
      return left > 0 ? `${text}\n[${left} characters more were not kept.]` : text;
    },
  };
}
