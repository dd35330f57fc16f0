import { type Grant, type Grants, suggestGrants } from "@holdall/permissions";
import type { Approval, ApprovalRequest, Approve, Path, Policy, Registry, Tool } from "@holdall/tool-core";
import { question, visible } from "../approval/question.ts";
import type { InTurn } from "./in-turn.ts";
import { interrupted, type Terminal } from "./terminal.ts";
import type { Held, Transcript } from "./transcript.ts";

/** Lines of a question that are shown at once. */
const pageLines = 40;

interface Asking {
  readonly terminal: Pick<Terminal, "read">;
  readonly transcript: Pick<Transcript, "hold">;
  readonly grants: Grants;
  readonly roots: readonly Path[];
  readonly registry: Registry;
  /** The session's. */
  readonly policy: Policy;
  /** Runs one question at a time. */
  readonly inTurn: InTurn;
}

/** Ask the person at the terminal, one question after the other: once, for this session, from now on here, or no and why. */
export function askAtTerminal({ terminal, transcript, grants, roots, registry, policy, inTurn }: Asking): Approve {
  const isAllowed = async ({ input, access, sessionId, callId }: ApprovalRequest, tool: Tool): Promise<boolean> => {
    for (const each of access) {
      const decision = await policy({ tool, input, access: each, sessionId, callId });
      if (decision?.effect !== "allow") return false;
    }
    return access.length > 0;
  };

  const ask = async (request: ApprovalRequest, signal: AbortSignal): Promise<Approval> => {
    signal.throwIfAborted();
    const tool = registry.get(request.tool);
    // What was granted meanwhile is not asked again; only the accesses that were asked about count.
    if (tool && (await isAllowed(request, tool))) return true;
    // A tool of an MCP server has no rules narrower than itself.
    const offered: readonly Grant[] = tool?.category === "mcp" ? [{ rule: tool.name }] : suggestGrants(request, roots);
    using screen = transcript.hold();
    if (!(await wasShown(question(request), screen, signal))) return { approved: false };
    if (offered.length > 0) screen.lines(["y: once. s: in this session, a: always, for", ...offered.map(grantLine)]);
    const ofProgram = request.callerId !== undefined;
    if (ofProgram) screen.lines(["p: exactly this, until the program that asks has ended."]);
    const answers = ["y", ...(ofProgram ? ["p"] : []), ...(offered.length > 0 ? ["s", "a"] : []), "N"].join("/");
    const prompt = `Allow it? [${answers}, or what to do instead] `;
    for (;;) {
      const typed = await terminal.read(prompt, signal);
      const answer = typeof typed === "string" ? typed.trim() : "n";
      if (/^y(es)?$/i.test(answer)) return true;
      if (ofProgram && /^p(rogram)?$/i.test(answer)) return { approved: true, scope: "caller" };
      const grant = /^s(ession)?$/i.test(answer) ? "session" : /^a(lways)?$/i.test(answer) ? "always" : undefined;
      if (!grant) return refusal(answer);
      if (offered.length === 0) {
        screen.lines(["No rule is narrow enough to stand for this: y allows it once."]);
        continue;
      }
      if (grant === "session") grants.forSession(...offered);
      else await grants.forever(...offered);
      return true;
    }
  };

  /** True when all of the question was on the screen. */
  const wasShown = async (lines: readonly string[], screen: Held, signal: AbortSignal): Promise<boolean> => {
    for (let at = 0; ; ) {
      screen.lines(at === 0 ? ["", ...lines.slice(0, pageLines)] : lines.slice(at, at + pageLines));
      at += pageLines;
      if (at >= lines.length) return true;
      const typed = await terminal.read(`-- ${lines.length - at} more lines. Enter shows them, n refuses: `, signal);
      if (typed === undefined || typed === interrupted || typed.trim() !== "") return false;
    }
  };

  return (request, signal) => inTurn(() => ask(request, signal));
}

/** A rule, and what it is bound to. */
function grantLine({ rule, cwd, version }: Grant): string {
  const place = cwd === undefined ? "" : ` in ${cwd}`;
  const content = rule.startsWith("bash(") ? "until what it runs changes" : "as it is now";
  return `   ${visible(`${rule}${place}${version === undefined ? "" : `, ${content}`}`)}`;
}

function refusal(answer: string): Approval {
  const reason = answer.replace(/^no?\b[\s,:]*/i, "");
  return reason === "" ? { approved: false } : { approved: false, reason: `They said: ${reason}` };
}
