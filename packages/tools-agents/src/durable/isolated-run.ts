import { type Json, ToolError } from "@holdall/tool-core";
import type { TaskEnding, TaskMerge } from "../result.ts";
import { isolationStep, untilLetGo } from "../run/agent-steps.ts";
import { type MergeOptions, mergeEnded } from "../run/workspace.ts";
import { type AgentNode, ownerOf } from "../tree/agent-node.ts";
import { createFilesJournal, type KeptFiles, keptFilesIn, lastFilesOf } from "./kept-files.ts";

/** Keep the files of an agent with its steps, and bring them to what they were in the process that has ended. */
export async function openFiles(node: AgentNode, given: Json | undefined): Promise<void> {
  const { steps, workspace } = node;
  if (!steps || !workspace) return;
  const { ctx, place, history } = steps;
  const earlier = keptFilesIn(history);
  const files = lastFilesOf(earlier, place)?.saved ?? given;
  if (files !== undefined) {
    await workspace.discard(); // what an earlier run of it has left is part of them
    await workspace.load?.(files);
  }
  const isUnchanged = given === undefined && node.results === 0;
  node.files = createFilesJournal({ place, workspace, earlier, isUnchanged });
  await untilLetGo(
    ctx,
    ctx.step(isolationStep, () => ({ isolation: "overlay" })),
  );
}

/** What a step of an agent keeps of files: of those in which it works, and of others that the step may have changed. */
export async function filesToKeep(
  node: AgentNode | undefined,
  others: readonly AgentNode[] = [],
): Promise<readonly KeptFiles[]> {
  const journals = new Set([ownerOf(node), ...others].flatMap((each) => each?.files ?? []));
  const taken = await Promise.all([...journals].map((journal) => journal.take()));
  return taken.filter((each) => each !== undefined);
}

/** Called when the step that keeps them is stored. */
export function filesStored(node: AgentNode, kept: readonly KeptFiles[], others: readonly AgentNode[] = []): void {
  const owners: AgentNode[] = [...others];
  for (let each: AgentNode | undefined = node; each?.steps; each = each.parent) owners.push(each);
  for (const each of kept) owners.find(({ steps }) => steps?.place === each.place)?.files?.stored(each);
}

/**
 * Merge what a durable agent has changed, as a step of its run: once, in whichever process it ends. If the process is killed in
 * the middle, the merge is made again, where what was merged before is the same on both sides.
 */
export async function mergeInRun(node: AgentNode, end: TaskEnding, options: MergeOptions): Promise<TaskMerge> {
  const { steps, workspace } = node;
  if (!steps || !workspace) throw new ToolError("internal", "An agent without files of its own has nothing to merge.");
  const merging = steps.ctx.step("merge", async () => {
    const merge = await mergeEnded(workspace, end, options);
    const [own, above] = [await filesToKeep(node), await filesToKeep(node.parent)];
    return { merge, files: [...own, ...above] };
  });
  const { merge, files } = await untilLetGo(steps.ctx, merging);
  filesStored(node, files);
  return merge;
}
