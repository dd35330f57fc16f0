import { defineTool, type Policy, type Tool } from "@holdall/tool-core";
import { neutralLine, neutralText } from "@holdall/tool-kit/text";
import * as z from "zod";

/** The name of the tool whose calls are requests of another agent for permission. */
export const requestTool = "agent_request";

const input = z.object({
  title: z.string(),
  kind: z.string(),
  paths: z.array(z.string()).optional(),
  command: z.string().optional(),
  /** What its own tool gets, as it wrote it. */
  raw_input: z.unknown().optional(),
  changes: z.array(z.object({ path: z.string(), old_text: z.string().optional(), new_text: z.string() })).optional(),
  /** Why the user is asked. */
  reason: z.string().optional(),
});

export type AgentRequest = z.infer<typeof input>;

/** A tool that does nothing: its calls are permitted or not. */
export function createRequestTool(agent: string): Tool {
  return defineTool({
    name: requestTool,
    title: `The agent ${agent}`,
    category: "agents",
    description: "Ask for permission for what another agent is about to do.",
    input,
    hints: { readOnly: true, openWorld: false },
    program: "never",
    access: (asked) => [{ action: "execute", target: `agent:${agent}/${whatOf(asked)}` }],
    execute: () => ({ permitted: true }),
  }) as Tool;
}

/** What it is about, in one line. */
const whatOf = ({ kind, paths = [], command, title }: AgentRequest): string =>
  neutralLine(`${kind} ${command ?? (paths.length > 0 ? paths.join(", ") : title)}`);

/** Every request of an agent asks, whatever the rules of its parent allow; what they deny stays denied. */
export const askAboutRequests =
  (agent: string): Policy =>
  ({ tool, input: asked }) =>
    tool.name === requestTool ? { effect: "ask", prompt: promptOf(agent, asked as AgentRequest) } : undefined;

const maxShown = 4_000;

/** The exact request, as its texts may be shown. */
function promptOf(
  agent: string,
  { title, kind, paths = [], command, raw_input, changes = [], reason }: AgentRequest,
): string {
  const raw = raw_input === undefined ? "" : neutralText(JSON.stringify(raw_input) ?? "");
  const more =
    raw.length > maxShown ? ` … and ${raw.length - maxShown} characters more, in the input of this question` : "";
  return [
    `The agent ${agent} asks to do this (${neutralLine(kind, 40)}): ${neutralLine(title, 500)}`,
    ...(command === undefined ? [] : [`Command: ${neutralText(command)}`]),
    ...(paths.length > 0 ? [`Files: ${paths.map((path) => neutralLine(path, 300)).join(", ")}`] : []),
    ...changes.map(
      ({ path, new_text }) => `It would write ${new_text.length} characters to ${neutralLine(path, 300)}.`,
    ),
    ...(raw ? [`Its input: ${raw.slice(0, maxShown)}${more}`] : []),
    ...(reason ? [reason] : []),
  ].join("\n");
}
