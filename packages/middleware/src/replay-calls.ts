import { type Call, failure, type Middleware, ToolError, type ToolResult } from "@holdall/tool-core";
import { parseRecording, type RecordedCall, textOf } from "./recording/recording.ts";
import { environmentSecrets } from "./scrubber/environment-secrets.ts";
import { createScrubber, type Scrubber } from "./scrubber/scrubber.ts";

export type { RecordedCall } from "./recording/recording.ts";

export interface ReplayCallsOptions {
  /**
   * `strict`: every call once, and not before calls that had ended when it was recorded; concurrent calls may arrive in any
   * order. `input`: in any order and any number of times; recordings with the same input are used in order, then the last one
   * again.
   */
  readonly match?: "strict" | "input" | undefined;
  /** The scrubber of the recording: inputs are compared with hidden secrets. */
  readonly scrubber?: Pick<Scrubber, "value"> | undefined;
}

/** Answers calls from a recording without running tools. */
export interface Replay {
  /** For `use`. The policy is still asked first. */
  readonly middleware: Middleware;
  /** Recorded calls that have not been made. */
  rest(): readonly RecordedCall[];
  /** Calls that could not be answered, as the errors that their model received. */
  problems(): readonly ToolError[];
  /** Throws the first problem, or `no_match` if recorded calls were not made. */
  check(): void;
}

/** Replay a recording of `recordCalls`. Throws `parse_error` if the text is not a recording. */
export function replayCalls(recording: string, { match = "strict", scrubber }: ReplayCallsOptions = {}): Replay {
  const { value: hide } = scrubber ?? createScrubber({ secrets: environmentSecrets() });
  const all = parseRecording(recording).map((call) => ({ call, key: keyOf(call) }));
  const left = new Set(all);
  const problems: ToolError[] = [];

  const isDue = ({ began }: RecordedCall) => [...left].every(({ call }) => call.ended > began);

  const find = ({ tool, input }: Call): RecordedCall => {
    const asked = { tool: tool.name, input: hide(input) };
    const key = keyOf(asked);
    const same = all.filter((each) => each.key === key);
    const open = same.filter((each) => left.has(each));
    const found = match === "strict" ? open.find(({ call }) => isDue(call)) : (open[0] ?? same.at(-1));
    if (found) {
      left.delete(found);
      return found.call;
    }
    throw same.length > 0 ? outOfTurn(key) : unknown(asked);
  };

  const outOfTurn = (key: string) => {
    const due = [...left].filter(({ call }) => isDue(call)).map((each) => each.key);
    return new ToolError("no_match", `This call is out of order: ${shown(key)}`, {
      hint: due.length > 0 ? `Recorded next: ${due.map(shown).join(" or ")}` : "Every recorded call has been made.",
      data: { due },
    });
  };

  const unknown = (asked: RequestedCall) => {
    const close = nearestOf(
      asked,
      all.map(({ call }) => call),
    );
    const difference =
      close && close.tool === asked.tool ? `, which differs in ${differing(asked, close).join(", ")}` : "";
    return new ToolError("no_match", `This call was not recorded: ${shown(keyOf(asked))}`, {
      hint: close ? `The nearest recorded call${difference}: ${shown(keyOf(close))}` : "Nothing was recorded.",
      data: { call: keyOf(asked), nearest: close && keyOf(close) },
    });
  };

  return {
    async middleware(call): Promise<ToolResult> {
      try {
        return find(call).result;
      } catch (error) {
        if (!ToolError.is(error)) throw error;
        problems.push(error);
        return failure(error);
      }
    },
    rest: () => [...left].map(({ call }) => call),
    problems: () => problems,
    check() {
      const [problem] = problems;
      if (problem) throw problem;
      if (left.size === 0) return;
      throw new ToolError("no_match", `Recorded calls that were not made: ${left.size}.`, {
        hint: `The first: ${shown([...left][0]?.key ?? "")}`,
        data: { calls: [...left].map(({ key }) => key) },
      });
    },
  };
}

type RequestedCall = Pick<RecordedCall, "tool" | "input">;

/** A call as one line of text: the same for the same call. */
const keyOf = ({ tool, input }: RequestedCall): string => `${tool} ${textOf(input)}`;

const shown = (key: string): string => (key.length > 400 ? `${key.slice(0, 400)}… (${key.length} characters)` : key);

/** Names of the fields in which two inputs differ. */
function differing({ input: a }: RequestedCall, { input: b }: RequestedCall): string[] {
  const names = new Set([...Object.keys(Object(a)), ...Object.keys(Object(b))]);
  return [...names].filter((name) => textOf(Object(a)[name]) !== textOf(Object(b)[name]));
}

/** The same tool before others, then the fewest fields that differ, then the texts that begin alike the longest. */
function nearestOf(asked: RequestedCall, calls: readonly RecordedCall[]): RecordedCall | undefined {
  const wanted = keyOf(asked);
  const rank = (call: RecordedCall) => {
    const key = keyOf(call);
    let alike = 0;
    while (alike < key.length && key[alike] === wanted[alike]) alike++;
    return [Number(call.tool !== asked.tool), differing(asked, call).length, -alike] as const;
  };
  const ranked = calls.map((call) => ({ call, rank: rank(call) }));
  ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2]);
  return ranked[0]?.call;
}
