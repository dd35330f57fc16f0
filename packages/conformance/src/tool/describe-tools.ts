import { type Awaitable, type Tool, ToolError } from "@holdall/tool-core";
import { describe, it } from "vitest";
import { sortOut, tellOnce } from "./skipped-cases.ts";
import type { ToolFixture } from "./tool-case.ts";
import { toolCases } from "./tool-cases.ts";

export interface DescribeToolsOptions {
  /** Rules that a tool cannot keep: `tool: rule` and the reason, which the report has. */
  readonly skip?: Readonly<Record<string, string>>;
  /** Milliseconds for one case; 30 s by default. */
  readonly timeout?: number;
}

/**
 * Run the tool suite in vitest, for every tool that `make` returns. `make` is called once to list the tools, then for every
 * case. A case that does not apply is left out; the first test of a tool has the reasons in its meta, as `leftOut`.
 */
export function describeTools(
  name: string,
  make: () => Awaitable<ToolFixture>,
  { skip = {}, timeout = 30_000 }: DescribeToolsOptions = {},
): void {
  describe(`${name} keep the tool contract`, async () => {
    const probe = await make();
    for (const { name: toolName } of probe.tools) {
      describe(toolName, () => {
        const { cases, leftOut } = sortOut(
          toolCases,
          ({ name: rule, needs }) => skip[`${toolName}: ${rule}`] ?? needs?.(find(probe, toolName), probe),
        );
        const tell = tellOnce(leftOut);
        for (const { name: rule, run } of cases) {
          it(rule, { timeout }, async (context) => {
            tell(context);
            const fresh = async () => {
              const fixture = await make();
              return [find(fixture, toolName), fixture] as const;
            };
            const [tool, fixture] = await fresh();
            try {
              await run(tool, fixture, fresh);
            } finally {
              await fixture.dispose?.();
            }
          });
        }
      });
    }
    await probe.dispose?.();
  });
}

function find({ tools, samples }: ToolFixture, name: string): Tool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (tool && name in samples) return tool;
  throw new ToolError("invalid_input", `There is no ${tool ? "sample" : "tool"} named ${name}.`, {
    hint: "`make` must give the same tools every time, with a valid input for each in `samples`.",
  });
}
