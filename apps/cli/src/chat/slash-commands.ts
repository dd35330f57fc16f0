import type { AgentLog, Tokens } from "@holdall/chat";
import type { Mode } from "@holdall/permissions";
import type { Preset } from "@holdall/presets";
import { nearest, planModeKey, type Session } from "@holdall/tool-core";
import type { Screen } from "../render/screen.ts";
import { wrap } from "../render/text.ts";
import { renderTools } from "../render/tools/tools.ts";
import { UsageError } from "../usage-error.ts";
import type { LiveModel } from "./model/live-model.ts";
import { dollars } from "./model/prices.ts";
import { agentLines } from "./screen/agent-lines.ts";
import { failureLines } from "./screen/failure-lines.ts";
import type { Pick } from "./screen/pick.ts";
import { tokensText } from "./screen/tokens-text.ts";

/** What the user can change while they talk. */
export interface ChatState {
  readonly session: Session;
  readonly preset: Preset;
  readonly screen: Screen;
  readonly agents: AgentLog;
  readonly tokens: () => Tokens;
  readonly live: LiveModel;
  readonly pick: Pick | undefined;
  /** The part of the context that is taken. */
  readonly fill: () => number;
  mode: Mode;
  /** Forget the conversation; what the session remembers stays. */
  clear(): void | Promise<void>;
  /** Go back to a checkpoint. */
  rewind(words: string): Promise<readonly string[]>;
  /** Continue another conversation. */
  resume(word: string): Promise<readonly string[]>;
  /** Make the conversation shorter; the words are for the summary. */
  compact(words: string): Promise<readonly string[]>;
}

export const modes: readonly Mode[] = ["default", "accept_edits", "plan", "bypass"];

/** The commands, and what each is for. */
export const about: Readonly<Record<string, string>> = {
  help: "list the commands",
  tools: "list the tools that the model has",
  undo: "undo the last change, or the named one; /undo list shows all",
  rewind: "go back to a checkpoint: files, conversation or both",
  resume: "continue another conversation in this folder",
  compact: "shorten the conversation; words after it say what to keep",
  model: "choose the model, or name it: /model provider/name",
  mode: `choose what needs approval: ${modes.join(", ")}`,
  plan: "have the model plan; nothing changes until you agree or type /plan off",
  agents: "list the agents that the model can start, and the results of those it started",
  clear: "start a new conversation; /resume returns to the previous one",
  cost: "show tokens used, how full the context is, and cost where a price is known",
  exit: "leave the chat",
};

const help = [
  ...Object.entries(about).map(([name, text]) => `  /${name.padEnd(7)} ${text}`),
  '  A line that ends in \\ continues on the next; """ starts and ends a text of several lines.',
  '  @file or @"a file" attaches a file or a folder listing; Tab completes paths and commands,',
  "  and the up key recalls what you typed before.",
  "  Esc or Ctrl-C stops the model. What you type while it works is sent next; the up key withdraws it.",
  "  Esc twice clears the line, and on an empty one goes back to a checkpoint. Ctrl-C twice exits; Ctrl-Z suspends the program.",
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
      return help.flatMap((each) => hanging(each, screen.width));
    case "tools":
      return renderTools({ preset, dialect: session.dialect }, screen).map((each) => `  ${each}`);
    case "undo": {
      if (!session.registry.get("undo")) return ["  These tools make no changes that could be undone."];
      // The user may also list changes, or name one.
      const words = rest.trim();
      await session.call("undo", words === "list" ? { list: true } : words === "" ? {} : { change_id: words });
      return [];
    }
    case "mode":
      return await changeMode(rest, state);
    case "rewind":
      return await state.rewind(rest);
    case "resume":
      return await state.resume(rest);
    case "compact":
      return await state.compact(rest);
    case "plan":
      return rest.trim() === "off" ? leavePlanMode(state) : enterPlanMode(state);
    case "agents":
      return listAgents(state);
    case "clear":
      await state.clear();
      return ["  A new conversation. The tools still know the todos and which files were read."];
    case "cost":
      return costLines(state);
    case "model":
      return await changeModel(rest.trim(), state);
    default: {
      const close = nearest(name, Object.keys(about), 1)[0];
      return [`  There is no /${name}. ${close ? `Did you mean /${close}?` : "/help lists the commands."}`];
    }
  }
}

function costLines({ tokens, live, fill, agents }: ChatState): string[] {
  const cost = live.cost(tokens());
  const context = `  ${Math.round(fill() * 100)} % of ${live.window.toLocaleString("en")} tokens of context are used, estimated.`;
  const started = agents.tokens();
  const ofAgents = started.input > 0 ? [`  Of these, agents: ${tokensText(started)}`] : [];
  return [`  ${tokensText(tokens())}${cost === undefined ? "" : `, ${dollars(cost)}`}`, ...ofAgents, context];
}

/** The next answer comes from it; what was said stays. */
async function changeModel(word: string, { live, screen, pick }: ChatState): Promise<string[]> {
  const name = word === "" && pick ? await pickModel(live, pick) : word;
  if (name === undefined) return [];
  if (name === "") return [`  The model is ${live.name}. /model provider/name switches to another one.`];
  try {
    await live.change(name);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const ways = (error.hint ?? "").split("\n").map((line) => `  ${line}`);
    return [...failureLines({ message: error.message, hint: "" }, screen), ...ways];
  }
  return [`  The model is now ${live.name}, with ${live.window.toLocaleString("en")} tokens of context.`];
}

/** One that has a price or was used before, or any other. */
async function pickModel(live: LiveModel, pick: Pick): Promise<string | undefined> {
  const names = live.known();
  const items = [
    ...names.map((name) => ({ label: name, detail: name === live.name ? "now" : undefined })),
    { label: "Other, as provider/name:", isText: true },
  ];
  const picked = await pick("Which model?", { items });
  return picked && (names[picked.item] ?? picked.text);
}

/** A line of help in a terminal of any width. */
function hanging(line: string, width: number): string[] {
  const indent = /^ +(\/\S+ +)?/.exec(line)?.[0].length ?? 0;
  const inner = Math.max(16, width - indent);
  return wrap(line.slice(indent), inner).map(
    (part, at) => (at === 0 ? line.slice(0, indent) : " ".repeat(indent)) + part,
  );
}

const aboutModes: Readonly<Record<Mode, string>> = {
  default: "what the preset and your rules ask about",
  accept_edits: "the same, and writes in the root are allowed",
  plan: "only reading is allowed until you approve a plan",
  bypass: "only what a rule asks about or denies",
};

async function changeMode(typed: string, state: ChatState): Promise<string[]> {
  let word = typed;
  if (word === "" && state.pick) {
    const items = modes.map((mode) => ({ label: mode, detail: aboutModes[mode] }));
    const picked = await state.pick("What needs approval?", { items, at: modes.indexOf(state.mode) });
    if (!picked) return [];
    word = modes[picked.item] ?? "";
  }
  if (word === "") return [`  The mode is ${state.mode}. /mode with one of ${modes.join(", ")} changes it.`];
  const mode = modes.find((each) => each === word);
  if (!mode) return [`  There is no mode ${word}. The modes are ${modes.join(", ")}.`];
  if (mode === "bypass" && state.mode !== mode && state.pick && !(await agreesToBypass(state.pick)))
    return [`  The mode is still ${state.mode}.`];
  state.mode = mode;
  return [`  The mode is ${mode}.${mode === "plan" ? " /plan off ends it." : ""}`];
}

async function agreesToBypass(pick: Pick): Promise<boolean> {
  const items = [
    { label: "No", key: "n" },
    { label: "Yes, until I change the mode", key: "y" },
  ];
  return (
    (await pick("Run commands and change files without asking? Only your rules still ask or deny.", { items }))
      ?.item === 1
  );
}

function enterPlanMode(state: ChatState): string[] {
  const { active } = state.session.state(planModeKey);
  const canPropose = state.session.registry.get("exit_plan_mode") !== undefined;
  const end = canPropose ? "when you approve the model's plan, or with /plan off" : "with /plan off";
  if (active) return hanging(`  Plan mode is on already. It ends ${end}.`, state.screen.width);
  state.mode = "plan";
  return hanging(`  Plan mode is on: only reading is allowed. Say what to plan; it ends ${end}.`, state.screen.width);
}

function leavePlanMode(state: ChatState): string[] {
  const mode = state.session.state(planModeKey);
  if (!mode.active) return ["  Plan mode is not on."];
  mode.leave();
  return [`  Plan mode is off, without a plan. The mode is ${state.mode}.`];
}

function listAgents({ session, agents, screen }: ChatState): string[] {
  const spec = session.registry.list("snake").find(({ tool }) => tool === "task");
  if (!spec) return ["  No tool here can start agents."];
  const { agent } = Object(spec.inputSchema.properties) as { readonly agent?: { readonly description?: string } };
  const kinds = (agent?.description ?? "").split("\n");
  const started = agentLines(agents.list());
  return [...kinds, ...(started.length > 0 ? ["", ...started] : [])].flatMap((line) =>
    wrap(line, screen.width - 4).map((part, at) => (at === 0 ? `  ${part}` : `    ${part}`).trimEnd()),
  );
}
