import { join } from "node:path";
import { acpAgent } from "@holdall/acp/client";
import { repairToolCall, toAiTools, toolApproval } from "@holdall/ai-sdk";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { localPrograms } from "@holdall/language-servers";
import { openSecrets } from "@holdall/middleware/node";
import { toOpenAIAgentsTools } from "@holdall/openai-agents";
import { coding } from "@holdall/presets/coding";
import { readonly } from "@holdall/presets/readonly";
import { bubblewrap } from "@holdall/sandbox";
import { openSession, type Session } from "@holdall/tool-core";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { openWebClient } from "@holdall/tools-web";
import { Agent, Runner } from "@openai/agents-core";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents-core/testing";
import { generateText, isStepCount, type ModelMessage } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { answerer, type Call, type Host, type Outcome, outcomeOf, type Setting } from "./host.fixture.ts";

/** A session of a preset as a program of one's own opens it. */
function openIn({
  project: { base, root, env },
  preset = "coding",
  policy,
  sandbox,
  shell,
  agent,
  database,
  ...more
}: Setting): Session {
  const secrets = more.secrets && openSecrets(more.secrets, { env });
  const confined = () =>
    bubblewrap(secrets ? { roots: [root], namedSecrets: secrets } : { roots: [root], opensNetwork: true });
  const options = {
    root,
    web: more.secrets ? { client: openWebClient({ allow: ["127.0.0.0/8"] }) } : (false as const),
    secrets,
    shell: shell ?? (sandbox ? { sandbox: confined() } : {}),
    linters: localPrograms({ roots: [root] }),
    ...(agent && { agents: { agents: [acpAgent({ name: "other", command: agent })] } }),
    ...(more.agentCalls && {
      agents: { runner: scripted(more.agentCalls), worktrees: { folder: join(base, "state/holdall/worktrees") } },
    }),
    ...(database && { databases: { shop: { db: pgDatabase({ url: database }) } } }),
    ...(policy && { permissions: { rules: [policy], mode: policy.mode } }),
  };
  const made = preset === "readonly" ? readonly(options) : coding(options);
  return openSession(made.registry, made);
}

/** A model of agents that makes each call in turn, and reports. */
const scripted =
  (calls: readonly Call[]): AgentRunner =>
  async ({ messages }) => {
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const [name, input] = calls[turn] ?? [];
    return {
      text: "Reported.",
      calls: name === undefined || input === undefined ? [] : [{ id: `agent-${turn}`, name, input }],
      tokens: { input: 1, cached: 0, output: 1 },
    };
  };

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** A model that makes one call, and ends when it has the result. */
function oneCall([toolName, input]: Call, toolCallId: string) {
  const wanted = { type: "tool-call", toolCallId, toolName, input: JSON.stringify(input) } as const;
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isDone = prompt.at(-1)?.role === "tool";
      return {
        content: isDone ? [{ type: "text", text: "Done." }] : [wanted],
        finishReason: { unified: isDone ? "stop" : "tool-calls", raw: undefined },
        ...{ usage, warnings: [] },
      };
    },
  });
}

const aiSdk: Host = {
  ...{
    name: "the AI SDK",
    isCommand: false,
    answersEach: true,
    showsQuestions: true,
    asksAhead: true,
    hasModel: true,
    isOneSession: true,
  },
  async run(calls, setting) {
    await using session = openIn(setting);
    const answer = answerer(setting.answers);
    const tools = toAiTools(session);
    const outcomes: Outcome[] = [];
    for (const [at, call] of calls.entries()) {
      const model = oneCall(call, `call-${at}`);
      const ask = (messages: readonly ModelMessage[]) =>
        generateText({
          ...{ model, tools, messages: [...messages], stopWhen: isStepCount(3), maxRetries: 0 },
          toolApproval: toolApproval(session),
          experimental_repairToolCall: repairToolCall(session),
        });
      const messages: ModelMessage[] = [{ role: "user", content: "go" }];
      const asked = await ask(messages);
      const questions = asked.content.filter((part) => part.type === "tool-approval-request");
      for (const { reason } of questions) setting.heard?.(reason ?? "");
      if (questions.length > 0) {
        messages.push(...asked.response.messages, {
          role: "tool",
          content: questions.map(({ approvalId }) => ({
            type: "tool-approval-response",
            approvalId,
            approved: answer(),
          })),
        });
        await ask(messages);
      }
      outcomes.push(outcomeOf(heardBy(model)));
    }
    return outcomes;
  },
};

/** The text of the result that the model was sent last. */
function heardBy({ doGenerateCalls }: MockLanguageModelV4): string {
  const last = doGenerateCalls.at(-1)?.prompt.at(-1);
  const parts = last?.role === "tool" ? last.content : [];
  return parts
    .flatMap((part) => {
      if (part.type !== "tool-result") return [];
      const { output } = part;
      if (output.type === "execution-denied") return "Error (permission_denied): declined";
      if (output.type === "content") return output.value.map((each) => ("text" in each ? each.text : ""));
      return String(output.value);
    })
    .join("\n");
}

/** A call as a model makes it that knows only the tools that it sees. */
const asShown = (session: Session, [tool, input]: Call): Call =>
  session.exposed().some(({ name }) => name === tool) ? [tool, input] : ["tool_call", { name: tool, arguments: input }];

const openaiAgents: Host = {
  ...{
    name: "the OpenAI Agents SDK",
    isCommand: false,
    answersEach: true,
    showsQuestions: false,
    asksAhead: true,
    hasModel: true,
    isOneSession: true,
  },
  async run(calls, setting) {
    await using session = openIn(setting);
    const answer = answerer(setting.answers);
    const model = new ScriptedModel([
      ...calls.map((call, at) => {
        const [tool, input] = asShown(session, call);
        return [functionCall(tool, { ...input }, { callId: `call-${at}` })];
      }),
      [assistantMessage("Done.")],
    ]);
    const agent = new Agent({ name: "worker", model, tools: toOpenAIAgentsTools(session) });
    const runner = new Runner({ tracingDisabled: true });
    const rejected = new Set<string>();
    let result = await runner.run(agent, "go");
    while (result.interruptions.length > 0) {
      for (const interruption of result.interruptions) {
        if (answer()) result.state.approve(interruption);
        else {
          result.state.reject(interruption);
          if ("callId" in interruption.rawItem) rejected.add(interruption.rawItem.callId);
        }
      }
      result = await runner.run(agent, result.state);
    }
    return [model.lastCall?.request.input ?? []].flat().flatMap((item) => {
      if (typeof item === "string" || item.type !== "function_call_result") return [];
      if (rejected.has(item.callId)) return { code: "permission_denied", text: "" };
      return outcomeOf(
        [item.output]
          .flat()
          .map((part) => (typeof part === "string" ? part : "text" in part ? part.text : ""))
          .join("\n"),
      );
    });
  },
};

export const adapterHosts: readonly Host[] = [aiSdk, openaiAgents];
