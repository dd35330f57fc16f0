import {
  buildInstructions,
  openChild,
  type Policy,
  type Session,
  strictest,
  type Tool,
  type ToolContext,
  toJsonSchema,
  toolName,
} from "@holdall/tool-core";
import { answerWith, askThrough } from "@holdall/tools-interact/port";
import { answersTo } from "../tool-names.ts";
import type { AgentNode } from "../tree/agent-node.ts";
import { type Position, placeAgent } from "../tree/tree.ts";
import { chooseWorkspace, type WorkspaceChoice } from "./workspace.ts";

interface Opening {
  readonly ctx: Pick<ToolContext, "state" | "callId" | "cwd">;
  readonly tree: Position["tree"];
  readonly onQuestion: (prompt: string) => void;
  readonly workspace: Omit<WorkspaceChoice, "tree" | "ctx">;
}

/** The session in which an agent works: the one that is still open, or a new one that continues it. */
export function openAgentSession(node: AgentNode, { ctx, tree, onQuestion, workspace }: Opening): Session {
  if (node.session) return node.session;
  const { agent } = node;
  const own: Policy = agent.policy ?? (() => undefined);
  /** The person's time is not the agent's. */
  const withClocksStopped = async <T>(wait: () => T | PromiseLike<T>): Promise<T> => {
    for (const watch of [node.watch, tree.watch]) watch.stop();
    try {
      return await wait();
    } finally {
      for (const watch of [node.watch, tree.watch]) watch.start();
    }
  };
  const session = openChild(ctx, {
    name: agent.name,
    only: (tool) => isFor(node, tool, tree.limits.depth),
    policy: strictest((request) => node.observed?.policy(request), own),
    onEvent: (event) => node.observed?.onEvent(event),
    approve: (parent) => {
      if (agent.ask === "never") return undefined;
      return (request, signal) => {
        onQuestion(request.prompt);
        return withClocksStopped(() => parent(request, signal));
      };
    },
    restore: node.snapshot,
  });
  placeAgent(session, node);
  try {
    node.workspace ??= node.results === 0 ? chooseWorkspace(node, session, { ...workspace, tree, ctx }) : undefined;
  } catch (thrown) {
    void session.close();
    throw thrown;
  }
  node.workspace?.enter(session);
  if (agent.ask !== "never") {
    const root = askThrough(ctx, agent.name);
    answerWith(session, {
      ask(request, at) {
        onQuestion(request.questions.map(({ question }) => question).join("\n"));
        return withClocksStopped(() => root.ask(request, at));
      },
      review: (request, at) => withClocksStopped(() => root.review(request, at)),
    });
  }
  node.session = session;
  return session;
}

/** Modes are the main session's: an agent neither enters plan mode nor leaves it for all. */
const neverForAgents = ["enter_plan_mode", "exit_plan_mode"];

function isFor({ agent, depth }: AgentNode, tool: Tool, maxDepth: number): boolean {
  const { tools, without } = agent;
  if (neverForAgents.includes(tool.name) || (tool.name === "task" && depth >= maxDepth)) return false;
  if (agent.ask === "never" && tool.name === "ask_user_question") return false;
  return (!tools || answersTo(tool, tools)) && !without?.(tool);
}

/** The text that an agent gets before its task. */
export function instructionsOf({ agent }: AgentNode, { registry, dialect }: Session): string {
  const tools = registry.tools().length > 0 ? buildInstructions(registry, { dialect }) : "";
  const form = agent.output
    ? `Your last message is JSON by this schema, and nothing else: ${JSON.stringify(toJsonSchema(agent.output, "output"))}`
    : "Your last message is your report: what you found or did, where, and what you could not do or check.";
  const task = registry.get("task");
  const alone = task ? ` Use ${toolName(task, dialect)} only for parts that need no other.` : "";
  return [
    agent.instructions ?? "",
    `You work for another agent, which sees only your last message. You cannot ask questions.${alone}`,
    form,
    tools,
  ]
    .filter(Boolean)
    .join("\n\n");
}
