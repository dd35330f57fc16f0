import { type Grant, type Grants, suggestGrants } from "@holdall/permissions";
import type { Approval, ApprovalRequest, Approve, Path, Policy, Registry, Tool } from "@holdall/tool-core";
import { question, visible } from "../approval/question.ts";
import { allowByForm } from "./allow-by-form.ts";
import { allowByLine } from "./allow-by-line.ts";
import type { InTurn } from "./in-turn.ts";
import { interrupted, type Terminal } from "./terminal.ts";
import type { Held, Transcript } from "./transcript.ts";

/** Lines of a question that are shown at once. */
const pageLines = 40;

interface Asking {
  readonly terminal: Pick<Terminal, "read" | "keys">;
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
    // Access granted in the meantime does not ask again; only the requested accesses count.
    if (tool && (await isAllowed(request, tool))) return true;
    // A tool of an MCP server has no rules narrower than itself.
    const offered: readonly Grant[] = tool?.category === "mcp" ? [{ rule: tool.name }] : suggestGrants(request, roots);
    await terminal.keys?.typeAhead.whenQuiet(signal);
    using screen = transcript.hold();
    if (!(await wasShown(question(request), screen, signal))) return { approved: false };
    const ofProgram = request.callerId !== undefined;
    const rules = offered.map(ruleText);
    const { keys } = terminal;
    const asked = { rules, ofProgram, show: screen.lines };
    const answer = keys
      ? await allowByForm({ ...asked, choose: (choice) => keys.choose(choice, signal) })
      : await allowByLine({ ...asked, read: (prompt) => terminal.read(prompt, signal) });
    if (typeof answer === "object") return { approved: false, ...answer };
    if (answer === "program") return { approved: true, scope: "caller" };
    if (answer === "session") grants.forSession(...offered);
    if (answer === "always") await grants.forever(...offered);
    return true;
  };

  /** True when all of the question was on the screen. */
  const wasShown = async (lines: readonly string[], screen: Held, signal: AbortSignal): Promise<boolean> => {
    for (let at = 0; ; ) {
      screen.lines(at === 0 ? ["", ...lines.slice(0, pageLines)] : lines.slice(at, at + pageLines));
      at += pageLines;
      if (at >= lines.length) return true;
      const more = `${lines.length - at} more lines`;
      if (terminal.keys) {
        const items = [{ label: `Show ${more}` }, { label: "No", key: "n" }];
        const end = await terminal.keys.choose({ items }, signal);
        if (end.end !== "chosen" || end.items[0] !== 0) return false;
        continue;
      }
      const typed = await terminal.read(`-- ${more}. Enter shows them, n refuses: `, signal);
      if (typed === undefined || typed === interrupted || typed.trim() !== "") return false;
    }
  };

  return (request, signal) => inTurn(() => ask(request, signal));
}

/** A rule, and what it is bound to. */
function ruleText({ rule, cwd, version }: Grant): string {
  const place = cwd === undefined ? "" : ` in ${cwd}`;
  const content = rule.startsWith("bash(") ? "until the program changes" : "as it is now";
  return visible(`${rule}${place}${version === undefined ? "" : `, ${content}`}`);
}
