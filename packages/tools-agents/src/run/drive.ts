import { foreignContent, ToolError, toToolError } from "@holdall/tool-core";
import type { AgentDriver, AgentDriverEnd, AgentPrograms, ProtectedAt } from "../port/index.ts";
import { describeShortage } from "../tree/admit.ts";
import type { Conversation, Ending } from "./converse.ts";
import { type StartPermit, unconfined } from "./programs.ts";

interface Driving extends Pick<Conversation, "node" | "session" | "hold" | "usage" | "signal" | "cancelled" | "stop"> {
  readonly driver: AgentDriver;
  readonly programs: AgentPrograms | undefined;
  readonly onTurn: Conversation["onTurn"];
  readonly at: ProtectedAt | undefined;
  readonly permit: StartPermit | undefined;
  readonly sign: () => void;
}

const noTokens = { input: 0, cached: 0, output: 0 };

/** Let an agent with a loop of its own work until it reports, or until something stops it. Its steps are counted as turns. */
export async function drive(d: Driving): Promise<Ending> {
  const { node, session, hold, usage, driver, programs = unconfined, signal, cancelled } = d;
  const { agent, limits, account } = node;
  const over = new AbortController();
  let budget: string | undefined;
  const stopFor = (reason: string) => {
    budget ??= reason;
    over.abort(new ToolError("timeout", reason));
  };
  const checkLimits = () => {
    if (usage.turns >= limits.turns) return stopFor(`All ${limits.turns} turns are used.`);
    const shortage = account.shortage({ turns: 1, tokens: 0, cost: 0 });
    if (shortage) stopFor(`The next turn takes ${describeShortage(shortage)}.`);
  };
  const earlier = node.messages.flatMap((message, index) => {
    const next = node.messages[index + 1];
    return message.role === "user" && next?.role === "assistant" ? [{ prompt: message.text, report: next.text }] : [];
  });
  const last = node.messages.at(-1);
  const prompt = last?.role === "user" ? last.text : "";
  // What was permitted when it was judged, and what is now.
  const readsOnly = d.permit?.readsOnly || programs.readsOnly(session);
  const { leavesSandbox } = await programs.confine(driver.program, session);
  // What was set aside is what it uses now.
  hold.release();
  node.isUntrusted = true;
  session.state(foreignContent).add(`agent:${agent.name}`);
  const count = (calls: readonly string[]) => {
    usage.turns++;
    account.spend({ turns: 1, tokens: 0, cost: 0 });
    d.onTurn({ text: "", calls: calls.map((name) => ({ id: "", name, input: {} })), tokens: noTokens }, usage.turns);
  };
  const since = performance.now();
  const ended = await driver.drive({
    agent: agent.name,
    session,
    instructions: agent.instructions ?? "",
    prompt,
    earlier,
    memory: node.memory,
    depth: node.depth,
    readsOnly,
    leavesSandbox,
    signal: AbortSignal.any([signal, over.signal]),
    async launch(request) {
      const launch = await programs.launch({ ...request, program: driver.program, readsOnly });
      if (launch || !d.permit?.isConfined) return launch;
      throw new ToolError("unavailable", "The sandbox in which it was to start does not work any more.", {
        hint: "Call again: starting it without a sandbox needs an answer of its own.",
      });
    },
    sign: d.sign,
    step({ calls }) {
      count(calls);
      checkLimits();
    },
    use({ tokens = noTokens, cost }) {
      account.spend({ turns: 0, tokens: tokens.input + tokens.output, cost: cost ?? 0 });
      usage.add({ text: "", calls: [], tokens, cost });
      const shortage = account.shortage({ turns: 0, tokens: 0, cost: 0 });
      if (shortage) stopFor(`It has used up its budget: it takes ${describeShortage(shortage)}.`);
    },
    changed: (changed) => node.observed?.absorb({ calls: {}, changed, denied: [], untrusted: true }),
    denied: (denied) => node.observed?.absorb({ calls: {}, changed: [], denied, untrusted: true }),
  });
  const { report, failure, end } = ended;
  node.memory = ended.memory;
  node.messages.push({ role: "assistant", text: report, calls: [] });
  const found = await notesOf(ended, d, since);
  const notes = found.length > 0 ? { notes: found } : {};
  const partial = { report, partial: true, ...notes };
  const stop = d.stop();
  if (cancelled.aborted)
    return { end: "cancelled", reason: toToolError(cancelled.reason, "aborted").message, ...partial };
  if (stop) return { ...stop, ...partial };
  if (budget !== undefined) return { end: "budget", reason: budget, ...partial };
  if (failure) return { end: "failed", reason: reasonOf(failure), ...partial };
  count([]);
  if (end === "refused") return { end, reason: "Its model did not answer this.", ...partial };
  if (end === "limit") return { end: "failed", reason: "It stopped at a limit of its own.", ...partial };
  return { end: "completed", report, partial: false, ...notes };
}

/** What the sandbox of its program kept it from, and what it has found. */
async function notesOf({ sandbox }: AgentDriverEnd, { programs, at }: Driving, since: number): Promise<string[]> {
  if (!sandbox) return [];
  const { needed, tampered, made = [], limits = [] } = sandbox;
  const settled = tampered.length === 0 ? [] : at && (await programs?.settle?.({ tampered, made }, since, at));
  const told = settled ?? [
    `While it ran, protected files were created or changed: ${tampered.join(", ")}. Tell the user.`,
  ];
  const hosts = needed.network.join(", ");
  return [
    ...told,
    ...limits,
    ...(hosts
      ? [`The sandbox kept it from ${hosts}. Tell the user: name the hosts that it needs in its domains.`]
      : []),
  ];
}

const reasonOf = ({ message, hint }: ToolError): string => [message, hint].filter(Boolean).join(" ");
