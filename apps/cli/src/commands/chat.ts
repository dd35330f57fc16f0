import { aiAgentRunner } from "@holdall/ai-sdk/ai-agent-runner";
import { createAgentLog } from "../chat/agent-log.ts";
import { chatFolder, openChat } from "../chat/chat-store.ts";
import { chatRules } from "../chat/live-rules.ts";
import { countOf, deferOf, loadModels, modelHelp, modelOptions } from "../chat/load-model.ts";
import { runChat } from "../chat/run-chat.ts";
import { openTerminal } from "../chat/terminal.ts";
import { parseArguments } from "../config/arguments.ts";
import { deferTools } from "../config/defer-tools.ts";
import { setUp } from "../config/setup.ts";
import { setupHelp, setupOptions } from "../config/setup-options.ts";
import { styleFor } from "../render/style.ts";

export const options = { ...setupOptions, ...modelOptions, continue: { type: "boolean" } } as const;

export const help = `holdall chat --model PROVIDER/NAME ["first message"] [options]: talk to a
model that has these tools

${modelHelp}
  --continue         go on with the last conversation about this folder
${setupHelp(setupOptions)}

The provider's package is found beside holdall, in ~/.config/holdall (npm install
--prefix ~/.config/holdall @ai-sdk/anthropic), or where --model-packages says;
never in a project because you work there. Keys come from the environment.
Where the policy asks, you answer: once, for this session, always in this folder,
or no, and what to do instead. The model asks you what only you can decide, and
plans before large changes: /plan has it plan, and nothing changes before you say
yes. Agents that it starts work under the same rules: /agents lists them. Ctrl-C
stops the model. /help tells what else can be said. Without a terminal every line
of stdin is a message, what would be asked is denied, and questions stay open.

Examples
  holdall chat --model anthropic/claude-sonnet-4-5
  holdall chat --model qwen3 --base-url http://localhost:11434/v1`;

/** Talk to a model in the terminal. */
export async function run(argv: readonly string[]): Promise<number> {
  const code = await talk(argv);
  // Whoever leaves with Ctrl-C does not wait for what could not be stopped.
  return code === 130 ? process.exit(code) : code;
}

async function talk(argv: readonly string[]): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 1 });
  const maxSteps = countOf("--max-steps", values["max-steps"], 50);
  const retries = countOf("--retries", values.retries, 2);
  const defer = deferOf(values.defer);
  const { model, webModel } = await loadModels(values);
  const rules = chatRules();
  const agents = createAgentLog();
  await using setup = await setUp(values, {
    live: rules.live,
    showsCalls: true,
    webModel,
    interacts: true,
    agents: { runner: aiAgentRunner({ model, maxRetries: retries }), onEvent: agents.follow },
  });
  const { preset, root, backend } = setup;
  const deferral = await deferTools(setup, defer);
  const chat = await openChat(chatFolder(`${backend?.name ?? ""}${root}`), { continues: values.continue ?? false });
  using terminal = openTerminal();
  if (terminal.hasPerson) {
    const { bold, dim } = styleFor(terminal.screen);
    const tools = `${preset.registry.tools().length} tools`;
    terminal.write(`\n  ${bold(model.modelId)}  ${dim(`${preset.name}, ${tools}, ${root}. /help tells more.`)}\n`);
  }
  return await runChat({
    ...deferral,
    terminal,
    model,
    preset,
    rules,
    chat,
    agents,
    maxSteps,
    retries,
    first: words[0],
  });
}
