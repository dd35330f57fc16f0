import type { Mode } from "@holdall/permissions";
import type { Preset } from "@holdall/presets";
import { nearest, type Session } from "@holdall/tool-core";
import { planModeKey } from "@holdall/tool-core/interact";
import type { Screen } from "../render/screen.ts";
import { wrap } from "../render/text.ts";
import { renderTools } from "../render/tools.ts";
import { UsageError } from "../usage-error.ts";
import type { AgentLog } from "./agent-log.ts";
import { failureLines } from "./failure-lines.ts";
import type { LiveModel } from "./live-model.ts";
import type { Pick } from "./pick.ts";
import { dollars } from "./prices.ts";
import { type Tokens, tokensText } from "./tokens.ts";

/** What a person can change while they talk. */
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
  /** Go on with another conversation. */
  resume(word: string): Promise<readonly string[]>;
  /** Make the conversation shorter; the words are for the summary. */
  compact(words: string): Promise<readonly string[]>;
}

export const modes: readonly Mode[] = ["default", "accept_edits", "plan", "bypass"];

/** The commands, and what each is for. */
export const about: Readonly<Record<string, string>> = {
  help: "what can be said here",
  tools: "the tools that the model has",
  undo: "take the last change of a file back",
  rewind: "go back to a checkpoint: files, conversation or both",
  resume: "go on with another conversation about this folder",
  compact: "make the conversation shorter; words after it say what to keep",
  model: "choose the model from now on, or say it: /model provider/name",
  mode: `how much is asked about: ${modes.join(", ")}`,
  plan: "have the model plan; nothing changes before you agree, or say /plan off",
  agents: "the agents that the model can start, and what became of those it did",
  clear: "begin a new conversation; /resume has the one before",
  cost: "tokens so far, how full the context is, and dollars where a price is known",
  exit: "leave",
};

const help = [
  ...Object.entries(about).map(([name, text]) => `  /${name.padEnd(7)} ${text}`),
  '  A line that ends in \\ goes on in the next; """ begins and ends a text of several lines.',
  '  @file or @"a file" sends a file or a list of a folder along; Tab completes paths and commands,',
  "  and the up key has what you have said here before.",
  "  Esc or Ctrl-C stops the model. What you type while it works is sent next; the up key takes it back.",
  "  Esc twice clears the line, and on an empty one goes back to a checkpoint. Ctrl-C twice leaves; Ctrl-Z stops the program.",
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
      return renderTools(session.registry, { preset, dialect: session.dialect }, screen).map((each) => `  ${each}`);
    case "undo": {
      if (!session.registry.get("undo_edit")) return ["  These tools change nothing that could be undone."];
      await session.call("undo_edit", {});
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
      return ["  A new conversation. Files that were read and todos stay known to the tools."];
    case "cost":
      return costLines(state);
    case "model":
      return await changeModel(rest.trim(), state);
    default: {
      const close = nearest(name, Object.keys(about), 1)[0];
      return [`  There is no /${name}. ${close ? `Did you mean /${close}?` : "/help tells what there is."}`];
    }
  }
}

function costLines({ tokens, live, fill, agents }: ChatState): string[] {
  const cost = live.cost(tokens());
  const context = `  ${Math.round(fill() * 100)} % of ${live.window.toLocaleString("en")} tokens of context are taken, about.`;
  const started = agents.tokens();
  const ofAgents = started.input > 0 ? [`  Of these, agents: ${tokensText(started)}`] : [];
  return [`  ${tokensText(tokens())}${cost === undefined ? "" : `, ${dollars(cost)}`}`, ...ofAgents, context];
}

/** The next answer comes from it; what was said stays. */
async function changeModel(word: string, { live, screen, pick }: ChatState): Promise<string[]> {
  const name = word === "" && pick ? await pickModel(live, pick) : word;
  if (name === undefined) return [];
  if (name === "") return [`  The model is ${live.name}. /model provider/name goes on with another one.`];
  try {
    await live.change(name);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const ways = (error.hint ?? "").split("\n").map((line) => `  ${line}`);
    return [...failureLines({ message: error.message, hint: "" }, screen), ...ways];
  }
  return [`  The model is ${live.name} from now on, with ${live.window.toLocaleString("en")} tokens of context.`];
}

/** One that has a price or was used before, or any other. */
async function pickModel(live: LiveModel, pick: Pick): Promise<string | undefined> {
  const names = live.known();
  const items = [
    ...names.map((name) => ({ label: name, detail: name === live.name ? "now" : undefined })),
    { label: "Another, as provider/name:", isText: true },
  ];
  const picked = await pick("Which model from now on?", { items });
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
  accept_edits: "the same, and writing below the root is allowed",
  plan: "only reading works until you agree to a plan",
  bypass: "nothing but what a rule asks about or denies",
};

async function changeMode(typed: string, state: ChatState): Promise<string[]> {
  let word = typed;
  if (word === "" && state.pick) {
    const items = modes.map((mode) => ({ label: mode, detail: aboutModes[mode] }));
    const picked = await state.pick("How much is asked about?", { items, at: modes.indexOf(state.mode) });
    if (!picked) return [];
    word = modes[picked.item] ?? "";
  }
  if (word === "") return [`  The mode is ${state.mode}. /mode with one of ${modes.join(", ")} changes it.`];
  const mode = modes.find((each) => each === word);
  if (!mode) return [`  There is no mode ${word}: ${modes.join(", ")}.`];
  state.mode = mode;
  return [`  The mode is ${mode}.${mode === "plan" ? " /plan off ends it." : ""}`];
}

function enterPlanMode(state: ChatState): string[] {
  const { active } = state.session.state(planModeKey);
  const canPropose = state.session.registry.get("exit_plan_mode") !== undefined;
  const end = canPropose ? "when you say yes to the model's plan, or with /plan off" : "with /plan off";
  if (active) return hanging(`  Plan mode is on already. It ends ${end}.`, state.screen.width);
  state.mode = "plan";
  return hanging(`  Plan mode is on: only reading works. Say what to plan; it ends ${end}.`, state.screen.width);
}

function leavePlanMode(state: ChatState): string[] {
  const mode = state.session.state(planModeKey);
  if (!mode.active) return ["  Plan mode is not on."];
  mode.leave();
  return [`  Plan mode is off, without a plan. The mode is ${state.mode}.`];
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
