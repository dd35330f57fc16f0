import type { DurableEngine, RunId } from "@holdall/durable/port";
import type { Session } from "@holdall/tool-core";
import { callInRun } from "@holdall/tools-agents/port";

const name = "weekly report";

/** Say how the sample run is carried out: it reads, counts, and waits for the user before it writes. */
export function defineSampleRun(engine: DurableEngine, session: () => Session): void {
  const open = async () => session();
  engine.define(name, "1", async (ctx) => {
    const read = await callInRun(ctx, { tool: "glob_files", input: { pattern: "**/*" }, session: open });
    const count = await ctx.step("count the files", () => pathsIn(read.output));
    const content = `# Weekly report\n\nThe workspace has ${count} files.\n`;
    const written = await callInRun(ctx, {
      tool: "write_file",
      input: { path: "/weekly-report.md", content },
      session: open,
    });
    if (!written.ok) throw new Error(written.error?.message ?? "The report was not written.");
    return { files: count };
  });
}

export const startSampleRun = (engine: DurableEngine): Promise<RunId> => engine.start(name, null);

const pathsIn = (output: unknown): number => {
  const { files, total } = Object(output) as { readonly files?: unknown; readonly total?: unknown };
  return typeof total === "number" ? total : Array.isArray(files) ? files.length : 0;
};
