import { contentText } from "@holdall/tool-core";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { pick } from "./script/pick.ts";
import type { Script } from "./script/scripted-model.ts";

interface Edit {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
}

const rule = "- From 10 pieces of one article on, the line is 10 % cheaper.";

/** What each of the four agents changes, by what it is asked. The last two change the same line of the README. */
const work: Readonly<Record<string, readonly Edit[]>> = {
  "Give the discount from ten pieces on.": [
    { path: "src/rules.js", old_string: "if (pieces > 10) return 0.1;", new_string: "if (pieces >= 10) return 0.1;" },
  ],
  "Lower the price of sending to 3.90.": [
    { path: "src/rules.js", old_string: "return 490;", new_string: "return 390;" },
    {
      path: "test/basket.test.js",
      old_string: "assert.equal(basketTotal(lines), 2090);",
      new_string: "assert.equal(basketTotal(lines), 1990);",
    },
  ],
  "Say in the README that ten pieces count.": [
    {
      path: "README.md",
      old_string: rule,
      new_string: "- Ten pieces of one article or more: the line is 10 % cheaper.",
    },
  ],
  "Say in the README when the discount began, and add it to the changelog.": [
    {
      path: "README.md",
      old_string: rule,
      new_string: "- From 10 pieces of one article on, the line is 10 % cheaper (since 2.3.2).",
    },
    {
      path: "CHANGELOG.md",
      old_string: "# Changelog\n",
      new_string: "# Changelog\n\n## 2.3.2\n\n- Ten pieces of one article are cheaper.\n",
    },
  ],
};
const orders = Object.keys(work);

/** The line that settles the conflict. */
export const settled = "- Ten pieces of one article or more: the line is 10 % cheaper (since 2.3.2).";

/** Plays the models of the agents. None reports before all have made their changes, so that all work at the same time. */
export function mergingAgents(): AgentRunner {
  let working = orders.length;
  const { promise: allChanged, resolve } = Promise.withResolvers<void>();
  return async ({ messages }) => {
    const [order] = messages;
    const edits = (order?.role === "user" && work[order.text]) || [];
    const done = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
    const failed = done.find(({ ok }) => !ok);
    if (failed) throw new Error(`The demo's agent failed:\n${contentText(failed.content)}`);
    const tokens = { input: 0, cached: 0, output: 0 };
    const call = (name: string, input: object) => ({ id: `${name}-${messages.length}`, name, input });
    const paths = [...new Set(edits.map(({ path }) => path))];
    if (done.length < paths.length)
      return { text: "", calls: [call("read_file", { path: paths[done.length] })], tokens };
    const next = edits[done.length - paths.length];
    if (next) return { text: "", calls: [call("edit_file", next)], tokens };
    working--;
    if (working === 0) resolve();
    await allChanged;
    return { text: `Changed ${paths.join(" and ")}.`, calls: [], tokens };
  };
}

/** What the coordinator does: four agents at once, and a decision about the line that two of them have changed. */
export function* coordinate(): Script {
  let read = yield {
    say: "Four agents, at the same time. Each works in an overlay of the shop, and is merged when it ends.",
    calls: orders.map((prompt) => ({
      tool: "task",
      input: { description: prompt.split(" ").slice(0, 4).join(" "), prompt, agent: "general", isolation: "overlay" },
    })),
  };
  const conflicting = read.find((text) => text.includes("Conflict in"));
  const task = pick(conflicting, /task_id (\S+?)\.?$/m, "the agent in conflict");
  pick(conflicting, /Conflict in \S+README\.md/, "the conflict in the README");

  read = yield {
    say: "Three are merged whole, also the two that changed src/rules.js. Two have changed one line of the README: I read both versions, and keep what both say.",
    calls: [{ tool: "read_file", input: { path: "README.md" } }],
  };
  const lines = [...(read[0] ?? "").matchAll(/^ *\d+[\t|: ]+(.*)$/gm)].map(([, line = ""]) => line);
  pick(lines.join("\n"), /10 % cheaper/, "the line in conflict");
  const text = `${lines.map((line) => (line.includes("10 % cheaper") ? settled : line)).join("\n")}\n`;

  read = yield {
    say: "",
    calls: [{ tool: "resolve_merge", input: { task_id: task, files: [{ path: "README.md", text }] } }],
  };
  pick(read[0], /README\.md/, "the merged README");
  yield { say: "All four are in, and nothing was overwritten. One undo takes each of them back whole." };
}
