import { pick } from "./script/pick.ts";
import type { Script } from "./script/scripted-model.ts";

/** The text that the agents write. */
export const target = "docs/prices.md";

/**
 * What the scripted coordinator does: look, ask, plan, hand the work to two agents, and finish what one of them could not. It
 * reads what the tools answer, and stops with an error when that is something else.
 */
export function* delegate(): Script {
  let read = yield {
    say: "Others will rely on that text. I plan first, and look around.",
    calls: [
      { tool: "enter_plan_mode", input: { reason: "a text that others rely on" } },
      { tool: "list_files", input: {} },
    ],
  };
  pick(read[1], /src\/receipt\.js/, "the source files");

  read = yield {
    say: "While I plan, nothing can be written, not even by mistake:",
    calls: [{ tool: "write_file", input: { path: target, content: "Too early.\n" } }],
  };
  pick(read[0], /Plan mode: write is not allowed/, "the refusal of plan mode");

  const question = "Who reads it?";
  read = yield {
    say: "One thing only you know.",
    calls: [
      {
        tool: "ask_user_question",
        input: { questions: [{ question, options: [{ label: "Customers" }, { label: "Developers" }] }] },
      },
    ],
  };
  const readers = pick(read[0], /(Customers|Developers)/, "the answer").toLowerCase();

  read = yield {
    say: "",
    calls: [
      {
        tool: "exit_plan_mode",
        input: {
          plan: [
            `1. An agent writes ${target} for ${readers}, from the rules in src.`,
            "2. Another reads all other files for prices that the text must name.",
            "3. I compare what they say, and read what is left.",
          ].join("\n"),
        },
      },
    ],
  };
  pick(read[0], /approved this plan/, "the approval");

  read = yield {
    say: "Two agents, at the same time. The second may answer three times, which is less than it needs.",
    calls: [
      {
        tool: "task",
        input: { description: "write the prices", prompt: `Write ${target} for ${readers}.`, agent: "general" },
      },
      {
        tool: "task",
        input: { description: "look for prices", prompt: "Which files of src name prices?", agent: "reader" },
      },
    ],
  };
  pick(read[0], /docs\/prices\.md/, "the writer's report");
  const left = pick(read[1], /partial report[\s\S]*not read: (src\/\w+\.js)/, "what the reader did not read");

  read = yield {
    say: `The reader was stopped, and says what it did not read. ${left} is short: I read it myself.`,
    calls: [
      { tool: "read_file", input: { path: left } },
      { tool: "read_file", input: { path: target } },
    ],
  };
  pick(read[0], /basketTotal/, "the prices on the receipt");
  pick(read[1], /10 %/, "the rule in the text");
  yield { say: `${target} stands, for ${readers}. ${left} only prints what the rules say, so nothing is missing.` };
}

/** Follows its instructions too well: a text without the prices. The user reverts it. */
export function* shorten(): Script {
  const content = "# Prices\n\nSee src/rules.js.\n";
  const read = yield {
    say: "One line says it all.",
    calls: [{ tool: "write_file", input: { path: target, content } }],
  };
  pick(read[0], /docs\/prices\.md/, "the shorter text");
  yield { say: "Shorter now, but the prices are gone." };
}
