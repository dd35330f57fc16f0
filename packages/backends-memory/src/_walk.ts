import { foldersAbove, rulesIn, startRules, type WalkRules, type WalkStep, walkFolder } from "@holdall/pattern-core";
import type { FileQuery, Path } from "@holdall/tool-core";
import { createYield } from "@holdall/tool-kit";
import { type FolderNode, find, type Node } from "./_tree.ts";

interface Named {
  readonly name: string;
  readonly kind: Node["kind"];
  readonly node: Node;
}

/** A file to `take`, or something left out. */
export interface Find {
  readonly path: Path;
  readonly node: Node;
  readonly step: "take" | "ignored" | "denied";
}

const maxFinds = 256;

/**
 * The entries that a query selects below a folder, in order and in batches. A folder that disappears in the meantime is
 * skipped.
 */
export async function* walk(
  root: FolderNode,
  path: Path,
  query: FileQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Find[], void, void> {
  const yieldToEventLoop = createYield(signal);

  const enter = (folder: Path, above: WalkRules) => {
    const entries = entriesOf(root, folder);
    const rules = query.ignored ? above : rulesOf(root, folder, entries, above);
    return { rules, steps: walkFolder(folder, entries, rules, query).values() };
  };

  let rules = startRules(query.excludes, { top: query.top });
  for (const above of foldersAbove(path, query.top) as Path[])
    rules = rulesOf(root, above, entriesOf(root, above), rules);

  const stack = [enter(path, rules)];
  let finds: Find[] = [];
  for (let here = stack.at(-1); here; here = stack.at(-1)) {
    const found: WalkStep<Path, Named> | undefined = here.steps.next().value;
    if (!found) {
      stack.pop();
      continue;
    }
    const turn = yieldToEventLoop();
    if (turn) await turn;
    const { path: at, entry, step } = found;
    const answer = step === "ignored" || query.permits(at);
    const may = typeof answer === "boolean" ? answer : await answer;
    if (may && step === "enter") stack.push(enter(at, here.rules));
    else finds.push({ path: at, node: entry.node, step: may && step !== "enter" ? step : "denied" });
    if (finds.length < maxFinds) continue;
    yield finds;
    finds = [];
  }
  if (finds.length > 0) yield finds;
}

function entriesOf(root: FolderNode, path: Path): Named[] {
  const folder = find(root, path);
  if (folder?.kind !== "directory") return [];
  return Array.from(folder.children, ([name, node]) => ({ name, kind: node.kind, node }));
}

function rulesOf(root: FolderNode, folder: Path, entries: readonly Named[], above: WalkRules): WalkRules {
  const finding = rulesIn(folder, entries, above);
  let step = finding.next();
  while (!step.done) {
    const node = find(root, step.value as Path);
    step = finding.next(node?.kind === "file" ? new TextDecoder().decode(node.bytes) : undefined);
  }
  return step.value;
}
