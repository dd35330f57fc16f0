import { type Access, defineTool, type Tool, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import * as z from "zod";
import type { TreeLimits } from "./agent.ts";
import type { AgentWorkspaces, MergeDecision } from "./port/index.ts";
import { mergeLines } from "./render.ts";
import { mergeSchema } from "./result.ts";
import { findUnmerged } from "./run/find-unmerged.ts";
import { shownConflict } from "./run/workspace.ts";
import { positionOf } from "./tree/tree.ts";

export type ResolveMergeInput = z.infer<typeof input>;
const input = z.object({
  task_id: z.string().describe("The agent whose changes wait"),
  files: z
    .array(
      z.object({
        path: z.string(),
        take: z
          .enum(["current", "incoming", "both"])
          .optional()
          .describe("current: yours. incoming: the agent's. Lines that do not conflict are merged"),
        text: z.string().optional().describe("The whole file, instead of take"),
      }),
    )
    .optional()
    .describe("Without it: merge what can be merged, and show what is left"),
  discard: z.boolean().optional().describe("Give up everything that is left"),
});

const output = z.object({
  task_id: z.string(),
  ...mergeSchema.shape,
  discarded: z.array(z.string()),
});
export type ResolveMergeOutput = z.infer<typeof output>;

const decisionOf = (take: "current" | "incoming" | "both" | undefined, text: string | undefined) =>
  text === undefined ? take && ({ take } satisfies MergeDecision) : ({ text } satisfies MergeDecision);

export interface ResolveMergeOptions {
  readonly limits?: TreeLimits | undefined;
  /** Where the changes of agents of an earlier process are reopened. */
  readonly workspaces?: AgentWorkspaces | undefined;
}

/** Create the tool `resolve_merge`: takes, combines or discards an agent's changes that conflict with others, or that were held back. */
export function resolveMerge({
  limits = {},
  workspaces,
}: ResolveMergeOptions = {}): Tool<ResolveMergeInput, ResolveMergeOutput, "resolve_merge", ResolveMergeInput> {
  const ownerOf = (task: string, at: Pick<ToolContext, "state" | "cwd">) =>
    findUnmerged(task.trim(), at, { tree: positionOf(at, limits).tree, workspaces });

  return defineTool({
    name: "resolve_merge",
    category: "agents",
    description: "Decide files in which an agent's changes conflict with others, or merge what was held back.",
    guidance:
      "After a result of {task} that names conflicts, read both sides and decide each file; what is not decided stays with the agent.",
    examples: ["take the agent's version", "resolve the merge conflict"],
    input,
    output,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
    aliases: {
      names: ["merge_agent", "resolve_conflict", "resolve_conflicts"],
      params: { id: "task_id", agent_id: "task_id", resolutions: "files", decisions: "files" },
    },
    async access({ task_id, files, discard }, at) {
      const { workspace } = await ownerOf(task_id, at);
      if (discard) {
        const removed = (workspace.discarded ?? []).map((path): Access => ({ action: "delete", target: toPath(path) }));
        return { accesses: removed, prepared: [] };
      }
      const decisions = files?.flatMap(({ path, take, text }) => {
        const decision = decisionOf(take, text);
        return decision ? [{ path: toPath(path, at.cwd), decision }] : [];
      });
      const paths = await workspace.plan(decisions);
      const changed = paths.map(({ path, action }): Access => ({ action, target: toPath(path, at.cwd) }));
      const read = (files ?? []).map(({ path }): Access => ({ action: "read", target: toPath(path, at.cwd) }));
      return { accesses: [...read, ...changed], prepared: changed.map(({ target }) => target) };
    },
    async execute({ task_id, files, discard }, ctx, declared) {
      const { workspace, id, keep } = await ownerOf(task_id, ctx);
      const call = { ...ctx, tool: "resolve_merge", declared };
      const merged: string[] = [];
      if (ctx.dryRun)
        return {
          task_id: id,
          changes: [],
          merged,
          conflicts: workspace.conflicts.map(shownConflict),
          held: [],
          discarded: [],
        };
      if (files) {
        try {
          for (const { path, take, text } of files) {
            const decision = decisionOf(take, text);
            if (!decision)
              throw new ToolError("invalid_input", `Nothing is decided for ${path}.`, {
                hint: "Set take to current, incoming or both, or text to the whole file.",
              });
            merged.push(...(await workspace.resolve(toPath(path, ctx.cwd), decision, call)));
          }
        } catch (error) {
          await keep(); // of the files before this one, which are decided
          throw error;
        }
      } else if (!discard) merged.push(...(await workspace.merge(call)).merged);
      const conflicts = discard ? [] : workspace.conflicts.map(shownConflict);
      const changes = (await workspace.changes()).map((each) => ({ ...each }));
      const left = changes.map(({ path }) => path);
      if (discard) await workspace.discard();
      await keep();
      const held = discard ? [] : left.filter((path) => !conflicts.some((each) => each.path === path));
      const branch = discard || !workspace.branch ? {} : { branch: { ...workspace.branch } };
      return { task_id: id, changes, merged, conflicts, held, ...branch, discarded: discard ? left : [] };
    },
    render: ({ discarded, ...result }) =>
      [
        ...mergeLines(result, result.task_id),
        ...(discarded.length > 0 ? [`Discarded: ${discarded.join(", ")}`] : []),
      ].join("\n") || "Nothing is left to merge.",
  });
}
