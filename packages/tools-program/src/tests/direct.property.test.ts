import type { ToolEvent } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { open } from "../_session.fixture.ts";

const paths = ["/a.txt", "/b.txt", "/dir/c.txt", "/no.txt"];
const path = fc.constantFrom(...paths);
const content = fc.string({ maxLength: 20 });
const call = fc.oneof(
  fc.record({ tool: fc.constant("read_file"), input: fc.record({ path }) }),
  fc.record({ tool: fc.constant("file_info"), input: fc.record({ path }) }),
  fc.record({ tool: fc.constant("append_file"), input: fc.record({ path, content }) }),
  fc.record({ tool: fc.constant("write_file"), input: fc.record({ path, content, overwrite: fc.boolean() }) }),
  fc.record({
    tool: fc.constant("edit_file"),
    input: fc.record({ path, old_string: fc.constantFrom("one", "zzz"), new_string: content }),
  }),
  fc.record({ tool: fc.constant("delete_file"), input: fc.record({ path }) }),
  fc.record({ tool: fc.constantFrom("grep_files"), input: fc.record({ pattern: fc.constantFrom("one", "t.o") }) }),
  fc.record({ tool: fc.constant("no_such_tool"), input: fc.record({ path }) }),
);

const files = { "/a.txt": "one\ntwo\n", "/b.txt": "one one\n", "/dir/c.txt": "" };

/** What happened, as far as a policy, a log and a disk can tell. */
async function happened(make: (session: ReturnType<typeof open>) => Promise<void>) {
  const judged: string[] = [];
  const opened = open(files, {
    policy({ tool, access, input }) {
      if (tool.name !== "run_program") judged.push(JSON.stringify([tool.name, access?.action, access?.target, input]));
      return { effect: "allow" };
    },
    program: { limits: { denials: 99 } },
  });
  await make(opened);
  const told = opened.events.filter(({ tool }) => tool !== "run_program").map(tellOf);
  const bytes = await Promise.all([...paths, "/new"].map((each) => opened.read(each).catch(() => null)));
  return { judged, told, bytes };
}

const tellOf = (event: ToolEvent) => [
  event.type,
  event.tool,
  event.type === "call-start"
    ? event.input
    : event.type === "call-end"
      ? event.result.ok
        ? "ok"
        : event.result.error.toJSON()
      : "",
];

test("a program makes the same accesses, events and bytes as the same calls made directly", {
  timeout: 30_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (calls) => {
      const direct = await happened(async ({ session }) => {
        for (const { tool, input } of calls) await session.call(tool, input);
      });
      const program = await happened(async ({ run }) => {
        const code = calls
          .map(({ tool, input }) => `await tools.${tool}(${JSON.stringify(input)}).catch(() => 0);`)
          .join("\n");
        await run(`${code}\nreturn 1`);
      });
      expect(program).toEqual(direct);
    }),
    { numRuns: process.env.HOLDALL_STRESS ? 1_000 : 25, seed: Number(process.env.HOLDALL_SEED ?? 23) },
  );
});
