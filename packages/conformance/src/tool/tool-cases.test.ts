import { type Backend, defineTool, type Tool, type ToolOptions, toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ToolFixture } from "./tool-case.ts";
import { toolCases } from "./tool-cases.ts";

const input = z.object({ path: z.string(), force: z.boolean().optional().describe("Replace what is there") });
type Input = z.infer<typeof input>;

/** A note pad: one tool, and a storage that shows its files. */
function notePad(
  change: Partial<ToolOptions<Input, unknown>>,
  broken: (files: Map<string, Uint8Array>) => Partial<ToolOptions<Input, unknown>> = () => ({}),
): ToolFixture {
  const files = new Map<string, Uint8Array>([["/there", new Uint8Array(1)]]);
  const tool = defineTool<Input, unknown>({
    name: "add_note",
    category: "notes",
    description: "Add an empty note at a path. Use it to remember that something is there.",
    input,
    hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    access: ({ path }, { cwd }) => [{ action: "write", target: toPath(path, cwd) }],
    execute({ path }, { cwd }) {
      files.set(toPath(path, cwd), files.get(toPath(path, cwd)) ?? new Uint8Array());
      return { path: path.slice(0, 100) };
    },
    ...change,
    ...broken(files),
  });
  return { tools: [tool as Tool], samples: { add_note: { path: "note" } }, backend: storage(files) };
}

function storage(files: ReadonlyMap<string, Uint8Array>): Backend {
  const unused = async (): Promise<never> => {
    throw new Error("not used");
  };
  return {
    name: "shown",
    can: { write: false, compareAndSwap: false, emptyDirectories: false, caseSensitive: true },
    stat: unused,
    write: unused,
    remove: unused,
    read: async (path) => ({ bytes: files.get(path) ?? new Uint8Array(), version: "", size: 0 }),
    async *list() {
      for (const path of [...files.keys()].sort()) yield { path: toPath(path), kind: "file" };
    },
  };
}

/** The rules that a tool breaks, of all or of one. */
async function broken(make: () => ToolFixture, only?: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name, needs, run } of toolCases) {
    const fixture = make();
    const toolOf = ({ tools: [tool] }: ToolFixture) => tool as Tool;
    const fresh = async () => {
      const next = make();
      return [toolOf(next), next] as const;
    };
    if ((only ?? name) !== name || needs?.(toolOf(fixture), fixture) !== undefined) continue;
    await run(toolOf(fixture), fixture, fresh).catch(() => names.push(name));
  }
  return names;
}

test("a good tool keeps every rule", async () => {
  expect(await broken(() => notePad({}))).toEqual([]);
});

/** One defect each, and a rule that must notice it. */
const defects: Record<string, [make: () => ToolFixture, rule: string]> = {
  "says too little": [() => notePad({ description: "Adds." }), "has a description, a title and a category"],
  "hides what a parameter means": [
    () => notePad({ input: z.object({ path: z.string(), zz: z.string().optional() }) }),
    "takes an object whose parameters explain themselves",
  ],
  "has an alias for a parameter that it does not have": [
    () =>
      notePad({
        aliases: { claude: { params: { path: "file_path" } } },
        input: z.object({ path: z.literal("other") }) as never,
      }),
    "takes its parameters in every dialect and by every alias",
  ],
  "shows the model undefined": [
    () => notePad({ render: (output) => `Added ${(output as { missing?: string }).missing}` }),
    "runs its sample, gives an output that survives JSON, and renders it",
  ],
  "gives an output that is no JSON": [
    () => notePad({ execute: () => ({ big: 1n }) }),
    "runs its sample, gives an output that survives JSON, and renders it",
  ],
  "breaks on strange values": [
    () => notePad({ execute: ({ path }) => ({ path: decodeURIComponent(path) }) }),
    "turns hostile input into a result with a code and a message, and is as good as new afterwards",
  ],
  "works on after it was cancelled": [
    () =>
      notePad({
        execute: ({ path }, { signal }) =>
          new Promise((resolve) => setImmediate(() => signal.aborted || resolve({ path }))),
      }),
    "ends when it is aborted midway, with everything done or nothing",
  ],
  "does half of its work": [
    () =>
      notePad({}, (files) => ({
        async execute(_, { signal }) {
          files.set("/note.part", new Uint8Array());
          for (let i = 0; i < 50; i++) {
            await Promise.resolve();
            signal.throwIfAborted();
          }
          files.delete("/note.part");
          files.set("/note", new Uint8Array());
          return { path: "note" };
        },
      })),
    "ends when it is aborted midway, with everything done or nothing",
  ],
  "calls itself read-only and asks to write": [
    () => notePad({ hints: { readOnly: true } }),
    "declares no access beyond reading when it is read-only",
  ],
  "calls itself read-only and writes": [
    () => notePad({ hints: { readOnly: true } }),
    "leaves the storage byte for byte as it was when it is read-only",
  ],
  "writes elsewhere than it says": [
    () => notePad({ access: () => [{ action: "write", target: "/elsewhere" }] }),
    "changes nothing that it did not declare to write or delete",
  ],
  "calls itself harmless and deletes": [
    () =>
      notePad({}, (files) => ({
        execute: () => ({ path: String(files.delete("/there")) }),
        access: () => [{ action: "delete", target: "/there" }],
      })),
    "keeps all files and their content when it is not destructive",
  ],
  "calls itself idempotent and counts": [
    () =>
      notePad({}, (files) => ({
        execute() {
          files.set("/note", new Uint8Array((files.get("/note")?.length ?? 0) + 1));
          return { path: "note" };
        },
      })),
    "leaves the same state after two calls as after one when it is idempotent",
  ],
  "calls a preview what is none": [() => notePad({ previews: true }), "changes nothing in a dry run"],
};

test.each(Object.entries(defects))("the suite notices a tool that %s", async (_, [make, rule]) => {
  expect(await broken(make, rule)).toEqual([rule]);
});

test.each([
  { truncated: z.boolean() },
  { list: z.array(z.object({ omitted: z.number() })) },
  { left_out: z.number() },
  { left_out: z.object({ ignored: z.number() }) },
  { left_out: z.object({ ignored: z.boolean() }).partial() },
])(
  "a result that says what it left out by another word or in another shape breaks the vocabulary: %j",
  async (shape) => {
    const result = "names what is in its result as every tool does";
    expect(await broken(() => notePad({ output: z.object(shape) as never }), result)).toEqual([result]);
  },
);

test("reasons of what is left out are numbers, or true where there is no number", async () => {
  const left = z.object({
    left_out: z.object({ truncated: z.number(), more: z.number().or(z.literal(true)) }).partial(),
  });
  expect(await broken(() => notePad({ output: left }), "names what is in its result as every tool does")).toEqual([]);
});

test.each([
  [{ limit: z.int() }, false],
  [{ limit: z.int().describe("How many") }, false],
  [{ limit: z.int().describe("Files, default 10") }, true],
  [{ timeout: z.number().describe("ms") }, true],
  [{ deep: z.array(z.object({ fresh: z.boolean() })).describe("Parts") }, false],
  [{ mode: z.enum(["a", "b"]) }, false],
  [{ mode: z.enum(["a", "b"]).describe("b by default"), overwrite: z.boolean() }, true],
])("numbers say their unit or default, switches and choices their meaning: %#", async (more, isRight) => {
  const rule = "takes an object whose parameters explain themselves";
  const asked = z.object({ path: z.string(), ...more }) as never;
  expect(await broken(() => notePad({ input: asked }), rule)).toEqual(isRight ? [] : [rule]);
});

test("a result that says next for next_offset breaks the vocabulary, and so does a parameter", async () => {
  const output = z.object({ items: z.array(z.object({ path: z.string(), size: z.number() })), next: z.number() });
  const paged = notePad({ output, execute: () => ({ items: [], next: 1 }) });
  const result = "names what is in its result as every tool does";
  expect(await broken(() => paged, result)).toEqual([result]);
  const right = z.object({
    items: z.array(z.object({ path: z.string(), bytes: z.number() })),
    next_offset: z.number(),
  });
  expect(await broken(() => notePad({ output: right }), result)).toEqual([]);
  const parameters = "names its parameters as every tool does";
  const asked = z.object({ path: z.string(), force: z.boolean().optional(), max_results: z.number() });
  expect(await broken(() => notePad({ input: asked }), parameters)).toEqual([parameters]);
});
