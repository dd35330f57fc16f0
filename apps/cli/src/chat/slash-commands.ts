import type { Mode } from "@holdall/permissions";
import type { Preset } from "@holdall/presets";
import { nearest, type Session } from "@holdall/tool-core";
import { planModeKey } from "@holdall/tool-core/interact";
import type { Screen } from "../render/screen.ts";
import { wrap } from "../render/text.ts";
import { renderTools } from "../render/tools.ts";
import type { AgentLog } from "./agent-log.ts";
import type { Tokens } from "./run-turn.ts";
import { tokensText } from "./tokens-text.ts";

/** What a person can change while they talk. */
export interface ChatState {
  readonly session: Session;
  readonly preset: Preset;
  readonly screen: Screen;
  readonly agents: AgentLog;
  readonly tokens: () => Tokens;
  mode: Mode;
  /** Forget the conversation; what the session remembers stays. */
  clear(): void;
}

const modes: readonly Mode[] = ["default", "accept_edits", "plan", "bypass"];

const about: Readonly<Record<string, string>> = {
  help: "what can be said here",
  tools: "the tools that the model has",
  undo: "take the last change of a file back",
  mode: `how much is asked about: ${modes.join(", ")}`,
  plan: "have the model plan; nothing changes before you agree",
  agents: "the agents that the model can start, and what became of those it did",
  clear: "begin a new conversation",
  cost: "tokens so far",
  exit: "leave",
};

const help = [
  ...Object.entries(about).map(([name, text]) => `  /${name.padEnd(6)} ${text}`),
  '  A line that ends in \\ goes on in the next; """ begins and ends a text of several lines.',
  "  Ctrl-C stops the model, and leaves when nothing runs.",
];

/** Lines that answer a command such as `/tools`; "exit" to leave; undefined for what is none. */
export async function slashCommand(line: string, state: ChatState): Promise<readonly string[] | "exit" | undefined> {
  const [, name = "", rest = ""] = /^\/([a-z]+)(?:\s+(.*))?$/.exec(line.trim()) ?? [];
  const { session, preset, screen } = state;
  switch (name) {
    case "":
      return undefined;
    case "exit":
    case "quit":
      return "exit";
    case "help":
      return help;
    case "tools":
      return renderTools(session.registry, { preset, dialect: session.dialect }, screen).map((each) => `  ${each}`);
    case "undo": {
      if (!session.registry.get("undo_edit")) return ["  These tools change nothing that could be undone."];
      await session.call("undo_edit", {});
      return [];
    }
    case "mode":
      return changeMode(rest, state);
    case "plan":
      return enterPlanMode(session);
    case "agents":
      return listAgents(state);
    case "clear":
      state.clear();
      return ["  A new conversation. Files that were read and todos stay known to the tools."];
    case "cost":
      return [`  ${tokensText(state.tokens())}`];
    default: {
      const close = nearest(name, Object.keys(about), 1)[0];
      return [`  There is no /${name}. ${close ? `Did you mean /${close}?` : "/help tells what there is."}`];
    }
  }
}

function changeMode(word: string, state: ChatState): string[] {
  if (word === "") return [`  The mode is ${state.mode}. /mode with one of ${modes.join(", ")} changes it.`];
  const mode = modes.find((each) => each === word);
  if (!mode) return [`  There is no mode ${word}: ${modes.join(", ")}.`];
  state.mode = mode;
  return [`  The mode is ${mode}.`];
}

function enterPlanMode(session: Session): string[] {
  if (!session.registry.get("exit_plan_mode"))
    return ["  These tools have no plan mode: it could not be left. /mode plan only lets them read."];
  const mode = session.state(planModeKey);
  if (mode.active) return ["  Plan mode is on already. It ends when you say yes to the model's plan."];
  mode.enter();
  return ["  Plan mode is on: only reading works. Say what to plan; it ends when you say yes to the model's plan."];
}

function listAgents({ session, agents, screen }: ChatState): string[] {
  const spec = session.registry.list("snake").find(({ tool }) => tool === "task");
  if (!spec) return ["  No tool here starts agents."];
  const { agent } = Object(spec.inputSchema.properties) as { readonly agent?: { readonly description?: string } };
  const kinds = (agent?.description ?? "").split("\n");
  const started = agents.lines();
  return [...kinds, ...(started.length > 0 ? ["", ...started] : [])].flatMap((line) =>
    wrap(line, screen.width - 4).map((part, at) => (at === 0 ? `  ${part}` : `    ${part}`).trimEnd()),
  );
}
