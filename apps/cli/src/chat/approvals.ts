import { type Grants, suggestRules } from "@holdall/permissions";
import type { Approval, ApprovalRequest, Approve, Path, Session } from "@holdall/tool-core";
import { question } from "../_question.ts";
import { interrupted, type Terminal } from "./terminal.ts";

/** Lines of a question that are shown at once. */
const pageLines = 40;

interface Asking {
  readonly terminal: Pick<Terminal, "read">;
  readonly show: (lines: readonly string[]) => void;
  readonly grants: Grants;
  readonly roots: readonly Path[];
  /** The session that asks, once it is open. */
  readonly session: () => Session;
}

/** Ask the person at the terminal, one question after the other: once, for this session, from now on here, or no and why. */
export function askAtTerminal({ terminal, show, grants, roots, session }: Asking): Approve {
  let last: Promise<unknown> = Promise.resolve();

  const ask = async (request: ApprovalRequest, signal: AbortSignal): Promise<Approval> => {
    signal.throwIfAborted();
    // What was granted meanwhile is not asked again.
    if ((await session().decide(request.tool, request.input)).effect === "allow") return true;
    const rules = rulesFor(request, session(), roots);
    const wasSeen = await showPages(request, signal);
    if (!wasSeen) return { approved: false };
    if (rules.length > 0) show([`  s and a allow ${rules.join(", ")}`]);
    const choices = rules.length > 0 ? "y once, s this session, a always here, n no" : "y once, n no";
    for (;;) {
      const typed = await terminal.read(`Allow it? [${choices}, or what to do instead] `, signal);
      const answer = typeof typed === "string" ? typed.trim() : "n";
      if (/^y(es)?$/i.test(answer)) return true;
      const grant = /^s(ession)?$/i.test(answer) ? "session" : /^a(lways)?$/i.test(answer) ? "always" : undefined;
      if (!grant) return refusal(answer);
      if (rules.length === 0) {
        show(["  No rule is narrow enough to stand for this: y allows it once."]);
        continue;
      }
      if (grant === "session") grants.forSession(...rules);
      else await grants.forever(...rules);
      return true;
    }
  };

  const showPages = async (request: ApprovalRequest, signal: AbortSignal): Promise<boolean> => {
    const lines = question(request);
    for (let at = 0; ; ) {
      show(lines.slice(at, at + pageLines));
      at += pageLines;
      if (at >= lines.length) return true;
      const typed = await terminal.read(`-- ${lines.length - at} more lines. Enter shows them, n refuses: `, signal);
      if (typed === undefined || typed === interrupted || typed.trim() !== "") return false;
    }
  };

  return (request, signal) => {
    const answer = last.then(() => ask(request, signal));
    last = answer.catch(() => {});
    return answer;
  };
}

function refusal(answer: string): Approval {
  const reason = answer.replace(/^no?\b[\s,:]*/i, "");
  return reason === "" ? { approved: false } : { approved: false, reason: `They said: ${reason}` };
}

/** A tool of an MCP server has no rules narrower than itself. */
function rulesFor(request: ApprovalRequest, session: Session, roots: readonly Path[]): string[] {
  const category = session.registry.get(request.tool)?.category;
  return category === "mcp" ? [request.tool] : suggestRules(request, roots);
}
