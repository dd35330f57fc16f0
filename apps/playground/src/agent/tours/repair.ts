import { type Script, textOf } from "../step.ts";

const plan = ["Read what the shop promises", "Find the rule", "Repair it", "Note it in the changelog"];

/** The plan with the first `done` entries done and the next one under way. */
const todos = (done: number) => ({
  tool: "todo_write",
  input: {
    todos: plan.map((content, at) => ({
      content,
      status: at < done ? "completed" : at === done ? "in_progress" : "pending",
    })),
  },
});

const wrong = "if (pieces > 10) return 0.1;";

/** Find and correct the defect of the sample shop. */
export function* play(): Script {
  let read = yield {
    say: "The shop charges too much for ten pieces of one article. I make a plan and look for what it promises.",
    calls: [
      todos(0),
      { tool: "grep_files", input: { pattern: "10 pieces" } },
      { tool: "list_files", input: { path: "/" } },
    ],
  };
  if (!textOf(read[2]).includes("rules.js")) {
    return "There is no shop in this workspace. Choose Memory as the workspace to start with one.";
  }
  read = yield {
    say: "From 10 pieces on, says the README. Where is that rule?",
    calls: [todos(1), { tool: "grep_files", input: { pattern: "pieces > 10", path: "/src" } }],
  };
  if (!textOf(read[1]).includes("discount") && !textOf(read[1]).includes(wrong)) {
    return "The rule is right already: it says “pieces >= 10”. Undo the last change to see me repair it.";
  }
  yield {
    say: "Two places look alike. I read the file.",
    calls: [{ tool: "read_file", input: { path: "/src/rules.js" } }],
  };
  read = yield {
    think:
      "The README says “from 10 pieces on”, so 10 itself must count. The rule compares with >, which is false for 10; >= is what it needs.",
    say: "“pieces > 10” leaves out 10 itself. I correct it.",
    calls: [
      todos(2),
      { tool: "edit_file", input: { path: "/src/rules.js", old_string: "pieces > 10", new_string: "pieces >= 10" } },
    ],
  };
  if (read[1]?.ok === false && read[1].error.code === "ambiguous") {
    read = yield {
      say: "Good that it asked: it stands there twice, and only the first is about the discount.",
      calls: [
        {
          tool: "edit_file",
          input: { path: "/src/rules.js", old_string: wrong, new_string: wrong.replace(">", ">=") },
        },
      ],
    };
  }
  if (!read.at(-1)?.ok) return "The edit was not made, so I stop here.";
  read = yield {
    say: "Now the changelog.",
    calls: [todos(3), { tool: "read_file", input: { path: "/CHANGELOG.md" } }],
  };
  const heading = /## [\d.]+/.exec(textOf(read[1]))?.[0];
  if (heading === undefined) return "The rule is repaired. There is no changelog to note it in.";
  read = yield {
    say: "",
    calls: [
      {
        tool: "edit_file",
        input: {
          path: "/CHANGELOG.md",
          old_string: `${heading}\n`,
          new_string: `${heading}\n\n- Ten pieces of one article are 10 % cheaper, as promised.\n`,
        },
      },
      todos(4),
    ],
  };
  return read[0]?.ok
    ? "Done: one character in the rule, one line in the changelog."
    : "The rule is repaired; the changelog was left as it is.";
}
