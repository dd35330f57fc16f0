import { allow, createRegistry, defineTool, openSession, type Tool, ToolError } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { isolate } from "../_session.fixture.ts";
import {
  type JournalEntry,
  memoryJournal,
  type ProgramJournal,
  type ProgramOutput,
  runProgram,
  type UnfinishedCall,
} from "../index.ts";

/** Steps that take turns to end in another order than they began, and that depend on what was drawn and on the clock. */
const code = `
const one = async (name) => {
  const first = await tools.step({ name, n: 1 });
  return tools.step({ name, n: first.n + 1, drawn: Math.random(), at: Date.now() });
};
const both = await Promise.all([one("a"), one("b"), one("c")]);
const last = await tools.step({ name: "last", n: both.length, drawn: Math.random() });
return [both.map(({ n }) => n), last.n];
`;

/** A process: it runs the program once, and its journal takes so many entries before the process dies. */
async function runOnce(
  journal: ProgramJournal,
  ran: string[],
  more: {
    dies?: number;
    onUnfinished?: (call: UnfinishedCall) => "repeat" | "stop";
    code?: string;
    idempotent?: boolean;
  } = {},
) {
  let left = more.dies ?? Number.POSITIVE_INFINITY;
  const died = new AbortController();
  const dying: ProgramJournal = {
    read: (id) => journal.read(id),
    append(id, entry) {
      if (died.signal.aborted) return new Promise(() => {});
      if (left-- > 0) return journal.append(id, entry);
      died.abort(new ToolError("aborted", "The process has died."));
      return new Promise(() => {});
    },
  };
  const step = defineTool({
    name: "step",
    category: "test",
    description: "A step.",
    input: z.looseObject({ name: z.string(), n: z.int() }),
    hints: { readOnly: false, idempotent: more.idempotent ?? false },
    access: () => [],
    async execute(input) {
      ran.push(JSON.stringify(input));
      const waits = { a: 5, b: 1, c: 3 }[input.name] ?? 0;
      for (let i = 0; i < waits; i++) await new Promise((resolve) => setImmediate(resolve));
      return { n: input.n };
    },
  });
  const registry = createRegistry([step]);
  const { onUnfinished } = more;
  registry.add(runProgram({ registry, isolate, journal: dying, ...(onUnfinished && { onUnfinished }) }) as Tool);
  await using session = openSession(registry, { policy: allow() });
  const result = await session.call(
    "run_program",
    { code: more.code ?? code },
    { callId: "program-1", signal: died.signal },
  );
  return result.ok ? (result.output as ProgramOutput) : undefined;
}

test("a process that dies after any entry leaves a program that goes on, calls made side by side included", async () => {
  const whole = memoryJournal();
  const all: string[] = [];
  const end = await runOnce(whole, all);
  expect(end?.value).toEqual([[2, 2, 2], 3]);
  const entries = whole.entries.get("program-1") ?? [];
  expect(entries).toHaveLength(1 + 2 * 7);
  for (let dies = 0; dies < entries.length; dies++) {
    const journal = memoryJournal();
    const before: string[] = [];
    expect(await runOnce(journal, before, { dies })).toBeUndefined();
    const known = journal.entries.get("program-1") ?? [];
    const ended = known.filter(({ type }) => type === "result").length;
    const after: string[] = [];
    const resumed = await runOnce(journal, after, { onUnfinished: () => "repeat" });
    expect([dies, resumed?.status, resumed?.value]).toEqual([dies, "done", [[2, 2, 2], 3]]);
    expect([dies, after.length]).toEqual([dies, 7 - ended]);
  }
});

test("a call that had started is not repeated unasked: the program pauses and names it", async () => {
  const journal = memoryJournal();
  await runOnce(journal, [], { dies: 2 });
  const ran: string[] = [];
  const paused = await runOnce(journal, ran);
  expect([paused?.status, paused?.error?.kind, paused?.error?.call]).toEqual(["paused", "unfinished", 1]);
  expect(paused?.error?.message).toContain("Call 1 (step)");
  expect(ran).toEqual([]);
});

test("what may be repeated is, without a question", async () => {
  const journal = memoryJournal();
  await runOnce(journal, [], { dies: 2, idempotent: true });
  const asked: UnfinishedCall[] = [];
  const onUnfinished = (call: UnfinishedCall) => {
    asked.push(call);
    return "stop" as const;
  };
  expect((await runOnce(journal, [], { idempotent: true, onUnfinished }))?.status).toBe("done");
  expect(asked).toEqual([]);
});

test("other code under the same id runs nothing", async () => {
  const journal = memoryJournal();
  await runOnce(journal, [], { dies: 4 });
  const ran: string[] = [];
  expect(await runOnce(journal, ran, { code: `${code}\n` })).toBeUndefined();
  expect(ran).toEqual([]);
});

test("a call that is not the recorded one is named, and nothing is run", async () => {
  const journal = memoryJournal();
  await runOnce(journal, []);
  const entries = journal.entries.get("program-1") as JournalEntry[];
  const changed = entries.map((entry) =>
    entry.type === "call" && entry.index === 2 ? { ...entry, input: "0" } : entry,
  );
  journal.entries.set("program-1", changed);
  const ran: string[] = [];
  const output = await runOnce(journal, ran);
  expect([output?.status, output?.error?.kind, output?.error?.call, ran]).toEqual(["stopped", "diverged", 2, []]);
});

test("a program that has ended is told again what it was told, and runs nothing", async () => {
  const journal = memoryJournal();
  const [first, again]: [string[], string[]] = [[], []];
  const one = await runOnce(journal, first);
  const two = await runOnce(journal, again);
  expect([two?.value, again]).toEqual([one?.value, []]);
});

test("a journal that cannot be written stops the program, and the process lives", async () => {
  const journal = memoryJournal();
  const broken: ProgramJournal = {
    read: journal.read,
    append(id, entry) {
      if (entry.type === "result") throw new Error("The disk is full.");
      return journal.append(id, entry);
    },
  };
  const output = await runOnce(broken, []);
  expect([output?.status, output?.error?.kind]).toEqual(["stopped", "internal"]);
});

test("an input that is nested too deep for the host is refused", async () => {
  const output = await runOnce(memoryJournal(), [], {
    code: "let deep = 1; for (let i = 0; i < 1500; i++) deep = [deep]; await tools.step({ name: 'a', n: 1, deep })",
  });
  expect(output?.status).not.toBe("done");
});
