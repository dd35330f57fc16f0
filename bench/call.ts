import { join } from "node:path";
import { allow, createRegistry, defineTool, openSession, toPath } from "@holdall/tool-core";
import { z } from "zod";
import { bundle, gzipped, root } from "./lib/bundle.ts";
import { type BenchRows, difference, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { nodeTime } from "./lib/process.ts";

export const about = "What a call costs over calling the function itself, and what importing tool-core costs";

export async function* rows(): BenchRows {
  yield* callRows();
  yield* importRows();
}

async function* callRows(): BenchRows {
  const schema = z.object({
    path: z.string(),
    offset: z.int().min(1).default(1),
    limit: z.int().min(1).max(2000).optional(),
  });
  const execute = async ({ path, offset }: z.infer<typeof schema>) => `${path}:${offset}`;
  const tool = defineTool({
    name: "read_line",
    description: "Name one line of a file.",
    category: "filesystem",
    input: schema,
    hints: { readOnly: true, openWorld: false },
    access: ({ path }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    execute,
    render: (output) => output,
  });
  const session = openSession(createRegistry([tool]), { policy: allow() });
  const input = { path: "/src/index.ts", offset: 12 };
  const first = await session.call("read_line", input);
  if (!first.ok) throw first.error;

  const valid = (value: unknown) => {
    const result = schema["~standard"].validate(value);
    if (result instanceof Promise || result.issues) throw new Error("The input must be valid at once.");
    return result.value;
  };
  const us = (run: () => unknown) => {
    const variant = timed(run, 20);
    return async () => (await variant()) * 1000;
  };
  const samples = await interleave(
    {
      call: us(() => session.call("read_line", input)),
      camel: us(() => session.call("readLine", input)),
      validated: us(() => execute(valid(input))),
      bare: us(() => execute({ path: input.path, offset: 12 })),
    },
    { rounds: 31, warmups: 5 },
  );
  const own = difference(samples.call, samples.validated);
  const unit = "µs";
  yield row("session.call: our own time", "zod, then the function (difference)", own, { unit, most: 2 });
  yield row("session.call", "zod, then the function", ratio(samples.call, samples.validated));
  yield row("session.call by another spelling (readLine)", "by its own name", ratio(samples.camel, samples.call));
  yield row("zod, then the function", "nothing", median(samples.validated), { unit });
  yield row("the function", "nothing", median(samples.bare), { unit });
}

async function* importRows(): BenchRows {
  const core = await bundle(join(root, "packages/tool-core/src/index.ts"));
  const samples = await interleave({ core: nodeTime(core), bare: nodeTime("-e", "0") }, { rounds: 25, warmups: 3 });
  yield row("import tool-core in a new process", "node -e 0", ratio(samples.core, samples.bare), { most: 1.2 });
  yield row("tool-core, whole, min + gzip", "nothing", gzipped(core) / 1024, { unit: "kB" });
}
