import { pick } from "./script/pick.ts";
import type { Answer, Script } from "./script/scripted-model.ts";

const plan = ["Find the test that fails", "Find the cause", "Repair it", "Note it in the changelog"];

/** The tests, and of what they print a line for each, and the sums. */
const runTests = {
  tool: "bash",
  input: {
    command: "set -o pipefail; node --test --test-reporter=spec | grep -E '^(✔|✖|ℹ (pass|fail))'",
    description: "Run the tests",
  },
};

/**
 * What the scripted model does about a failing test. Every step is worked out of what the last calls returned;
 * when the tools return something else, the script stops with an error.
 */
export function* repair(): Script {
  let read = yield { say: "I make a plan, and see what fails.", calls: [todos(0), runTests] };
  const failing = pick(read[1], /✖ (.+?) \(\d/, "the name of a failing test");

  read = yield {
    say: "Where is that test, and what else is here?",
    calls: [
      { tool: "list_files", input: {} },
      { tool: "grep_files", input: { pattern: failing, literal: true } },
    ],
  };
  pick(read[0], /src\/\S+\.js/, "source files");
  const testFile = pick(read[1], /^(\S+\.test\.js)$/m, "the test's file");
  const testLine = Number(pick(read[1], /^(\d+): test\(/m, "the test's line"));

  read = yield {
    say: `It is in ${basename(testFile)}, line ${testLine}. What does it call?`,
    calls: [todos(1), { tool: "read_file", input: { path: testFile, offset: testLine, limit: 3 } }],
  };
  const called = pick(read[1], /assert\.equal\((\w+)\(/, "the function under test");

  read = yield {
    say: "",
    calls: [{ tool: "grep_files", input: { pattern: `function ${called}`, path: "src", after: 5 } }],
  };
  const rule = pick(read[0], /1 - (\w+)\(/, "the function that makes it cheaper");

  read = yield {
    say: `${called} leaves the discount to ${rule}. Where is that, and what does the README promise?`,
    calls: [
      { tool: "grep_files", input: { pattern: `function ${rule}`, path: "src" } },
      { tool: "grep_files", input: { pattern: "cheaper", glob: "*.md", context: 2 } },
    ],
  };
  const source = pick(read[0], /^(\S+\.js)$/m, "the file with the rule");
  const limit = pick(read[1], /From (\d+) pieces/, "the rule for the discount");

  read = yield {
    say: `From ${limit} pieces on, says the README.`,
    calls: [{ tool: "read_file", input: { path: source } }],
  };
  const shown = plainLines(read[0]);
  const wrong = pick(shown.join("\n"), new RegExp(`pieces > ${limit}`), "the comparison");
  const right = wrong.replace(">", ">=");

  read = yield {
    say: `"${wrong}" leaves out ${limit} itself. I correct it.`,
    calls: [todos(2), { tool: "edit_file", input: { path: source, old_string: wrong, new_string: right } }],
  };
  const [first, second] = pickAll(read[1], /\blines? ([\d, and]+)/, "the lines where it stands");

  const line = shown.findIndex((text) => text.includes(`function ${rule}`));
  const before = [shown[line], shown[line + 1]].join("\n");
  read = yield {
    say: `Good that it asked: it stands in lines ${first} and ${second}, and only the first is about the discount.`,
    calls: [
      { tool: "edit_file", input: { path: source, old_string: before, new_string: replaceEnd(before, wrong, right) } },
    ],
  };
  expect(read[0], /rules\.js/, "the edit's answer");

  read = yield {
    say: "Now the changelog.",
    calls: [
      todos(3),
      { tool: "read_file", input: { path: "package.json" } },
      { tool: "read_file", input: { path: "CHANGELOG.md" } },
    ],
  };
  const version = pick(read[1], /"version": "([\d.]+)"/, "the version");
  const heading = pick(read[2], new RegExp(`(## ${version.replaceAll(".", "\\.")})`), "the heading of that version");

  yield {
    say: "",
    calls: [
      {
        tool: "edit_file",
        input: {
          path: "CHANGELOG.md",
          old_string: heading,
          new_string: `## Next\n\n- Ten pieces of one article get their discount, as the rules say.\n\n${heading}`,
        },
      },
    ],
  };

  read = yield { say: "The repair is in place. Do the tests agree?", calls: [runTests] };
  expect(read[0], /ℹ fail 0/, "a test run without failures");
  yield { say: "All green. I close the plan.", calls: [todos(plan.length)] };
  yield {
    say: `The discount began one piece too late. It now begins at ${limit}, as the README promises; shipping keeps its own limit.`,
  };
}

/** The plan with the first `done` steps completed and the next one in progress. */
function todos(done: number): NonNullable<Answer["calls"]>[number] {
  const status = (step: number) => (step < done ? "completed" : step === done ? "in_progress" : "pending");
  return { tool: "todo_write", input: { todos: plan.map((content, step) => ({ content, status: status(step) })) } };
}

const pickAll = (text: string | undefined, pattern: RegExp, what: string): string[] =>
  pick(text, pattern, what).match(/\d+/g) ?? [];

function expect(text: string | undefined, pattern: RegExp, what: string): void {
  pick(text, pattern, what);
}

const basename = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The lines of a read_file answer without their numbers. */
const plainLines = (text: string | undefined): string[] =>
  (text ?? "").split("\n").flatMap((line) => /^\d+ {2}(.*)$/.exec(line)?.[1] ?? []);

function replaceEnd(text: string, before: string, after: string): string {
  const at = text.lastIndexOf(before);
  return text.slice(0, at) + after + text.slice(at + before.length);
}
