import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";
import { columns } from "../render/text.ts";
import { runAgentsDemo } from "./run-agents-demo.ts";

test("a coordinator asks, plans and delegates, finishes what an agent could not, and goes back to a checkpoint, in 80 columns", async () => {
  const written: string[] = [];
  const screen = { width: 80, colour: false };
  expect(await runAgentsDemo({ screen, write: (text) => void written.push(text) })).toBe(true);
  const shown = written.join("");
  expect(shown.split("\n").filter((line) => columns(line) > 80)).toEqual([]);
  const steps = [
    "✓ enter_plan_mode",
    "✗ write_file",
    "Plan mode: write is",
    "  2. Developers",
    "> 2   (says the demo",
    "✓ ask_user_question",
    "Plan:",
    "1. An agent writes docs/prices.md for developers",
    '"no", or what to change: yes',
    "✓ exit_plan_mode",
    "✓ reader > read_file",
    "not read: src/receipt.js",
    "docs/prices.md stands, for developers",
    "› Make it shorter.",
    "Shorter now, but the prices are gone.",
    "› /rewind c2",
    "  Going back to c2 would:\n    restore   docs/prices.md",
    "1 file restored, 0 removed. /rewind c3 undoes that.",
    "c2 of 3: the longer text is back",
    "docs/prices.md written",
  ];
  const found = steps.map((step) => shown.indexOf(step));
  expect(found).not.toContain(-1);
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect(shown).toMatch(/✓ general > write_file +docs\/prices\.md [\s\S]*✓ task +general: write the prices +completed/);
  expect(shown).toMatch(/! task +reader: look for prices +budget, partial /);
  const folder = /folder +(\S+), removed/.exec(shown)?.[1] ?? "no folder";
  expect(existsSync(folder)).toBe(false);
});

test("the command plays it by its name, and knows no other", async () => {
  const { code, out } = await runCommand(["demo", "agents"], { cwd: tmpdir() });
  expect({ code, told: out.includes("an agent asks, plans and delegates") }).toEqual({ code: 0, told: true });
  const unknown = await runCommand(["demo", "agent"], { cwd: tmpdir() });
  expect(unknown).toMatchObject({ code: 2, out: "", errors: expect.stringContaining("agents") });
});
