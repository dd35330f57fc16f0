import { type Awaitable, type Tool, ToolError, toPath } from "@holdall/tool-core";
import type { Extension, ExtensionWorkspace } from "@holdall/tool-kit/extension";
import { describe, it } from "vitest";
import { check } from "./_assert.ts";
import { type DescribeToolsOptions, describeTools } from "./tool/describe-tools.ts";
import type { ToolFixture } from "./tool/tool-case.ts";
import { undeclared } from "./walks/undeclared-access.ts";

export interface DescribeExtensionOptions
  extends DescribeToolsOptions,
    Pick<ToolFixture, "samples" | "failing" | "obvious" | "prepare"> {
  /** A new workspace for every case, if the tools of the extension are a function of it. */
  readonly workspace?: () => Awaitable<ExtensionWorkspace>;
}

/**
 * Run the tool suite in vitest for every tool of an extension, and check that its permissions cover what its tools access. A
 * backend of the extension has `describeBackend`.
 */
export function describeExtension(extension: Extension, options: DescribeExtensionOptions): void {
  const { name, permissions = [] } = extension;
  const { workspace, skip, timeout, ...fixture } = options;
  const more = { ...(skip && { skip }), ...(timeout !== undefined && { timeout }) };
  const make = async (): Promise<ToolFixture> => {
    const place = await workspace?.();
    const tools = toolsOf(extension, place);
    return { tools, ...fixture, ...(place && { backend: place.backend, root: place.cwd }) };
  };
  describeTools(name, make, more);
  describe(`${name} declares what it does`, () => {
    it("permissions cover the accesses of every sample", { timeout: timeout ?? 30_000 }, async () => {
      const missing = await undeclared(await make(), permissions);
      check(missing.length === 0, `the permissions of ${name} do not cover ${missing.join(", ")}`);
    });
  });
}

function toolsOf({ name, tools = [] }: Extension, place: ExtensionWorkspace | undefined): readonly Tool[] {
  if (typeof tools !== "function") return tools;
  if (place) return tools(place);
  throw new ToolError("invalid_input", `The tools of ${name} are a function of a workspace, and there is none.`, {
    hint: `Pass workspace: () => ({ backend: memoryBackend(), cwd: ${toPath("/")} }).`,
  });
}
