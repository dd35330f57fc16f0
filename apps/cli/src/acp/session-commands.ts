import type { AcpCommand } from "@holdall/acp";
import { type AgentLog, type Chat, type ChatRules, sumTokens } from "@holdall/chat";
import type { Preset } from "@holdall/presets";
import type { LiveModel } from "../chat/model/live-model.ts";
import { slashCommand } from "../chat/slash-commands.ts";
import { rewind } from "../chat/state/rewind.ts";

interface Commanding {
  readonly preset: Preset;
  readonly rules: ChatRules;
  readonly live: LiveModel;
  readonly agents: AgentLog;
  /** Why there are no checkpoints, where there are none. */
  readonly noCheckpoints: string;
}

/** How wide the lines are that an editor shows. */
const screen = { width: 100, colour: false, spoken: true };

const offered: readonly Pick<AcpCommand, "name" | "description" | "hint">[] = [
  {
    name: "undo",
    description: "Undo the last change, or the named one; /undo list shows all",
    hint: "list, or a change",
  },
  { name: "rewind", description: "Go back to a checkpoint", hint: "a checkpoint, and files, conversation or both" },
  { name: "compact", description: "Shorten the conversation", hint: "what to keep" },
  { name: "tools", description: "List the tools that the model has" },
  { name: "agents", description: "List the agents that the model can start, and those it started" },
  { name: "cost", description: "Show tokens used, and cost where a price is known" },
];

/** Commands of the chat in the terminal that make sense in an editor, which has its own for modes, models and sessions. */
export const sessionCommands = (commanding: Commanding): AcpCommand[] =>
  offered.map((command) => ({
    ...command,
    async run(words, chat, signal) {
      const lines: string[] = [];
      const answer = await slashCommand(`/${command.name} ${words}`.trim(), {
        ...stateOf(chat, commanding),
        rewind: async (said) => {
          if (!chat.checkpoints) return [commanding.noCheckpoints];
          const place = { cwd: commanding.preset.cwd, width: screen.width };
          const show = (more: readonly string[]) => void lines.push(...more);
          await rewind(said, { checkpoints: chat.checkpoints, place, restore: chat.restore, show });
          return [];
        },
        compact: async (said) => {
          const { steps } = await chat.compact(said === "" ? undefined : said, signal);
          return steps.length === 0 ? ["There is nothing to compact yet."] : [];
        },
      });
      return [...lines, ...(Array.isArray(answer) ? answer : [])].map((line) => line.replace(/^ {2}/, ""));
    },
  }));

const stateOf = (chat: Chat, { preset, rules, live, agents }: Commanding) => ({
  session: chat.session,
  preset,
  screen,
  agents,
  live,
  pick: undefined,
  fill: chat.fill,
  tokens: () => sumTokens(chat.tokens(), agents.tokens()),
  get mode() {
    return rules.mode;
  },
  set mode(mode) {
    rules.mode = mode;
  },
  clear() {},
  resume: async () => [],
});
