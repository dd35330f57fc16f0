import { plannedDiff } from "../blocks/diff.ts";
import type { AgentBlock, BudgetRow, DiffRow, ViewBlock } from "../call-view.ts";
import { fieldOf, fieldsOf, listOf, numberOf, textOf } from "../view/fields.ts";
import type { Handler } from "./handler.ts";

const agentOf = (input: unknown): string => textOf(input, "agent", "subagent_type") ?? "";

const kinds: readonly BudgetRow["kind"][] = ["turns", "tokens", "cost", "seconds"];

/** A number, or the sum of the tokens that went in and came out. */
function amountOf(value: unknown, kind: BudgetRow["kind"]): number | undefined {
  const tokens = kind === "tokens" ? fieldOf(value, kind) : undefined;
  if (typeof tokens === "object") return (numberOf(tokens, "input") ?? 0) + (numberOf(tokens, "output") ?? 0);
  return numberOf(value, kind);
}

function budgetOf(used: unknown, limits: unknown): BudgetRow[] {
  return kinds.flatMap((kind): BudgetRow[] => {
    const [spent, granted] = [amountOf(used, kind), numberOf(limits, kind)];
    // None used and no limit: a runner that does not count.
    if (!spent && granted === undefined) return [];
    return [{ kind, used: spent ?? 0, ...(granted !== undefined && { granted }) }];
  });
}

const textsOf = (value: unknown, ...names: readonly string[]): string[] =>
  listOf(value, ...names).filter((each) => typeof each === "string");

/** The state of an agent, from its result or from an event while it runs. */
function agentBlock(told: unknown, input: unknown, end: string, used: unknown): AgentBlock {
  const reason = textOf(told, "reason");
  return {
    kind: "agent",
    agent: textOf(told, "agent") ?? agentOf(input),
    end,
    isPartial: fieldOf(told, "partial") === true,
    ...(reason && { reason }),
    budget: budgetOf(used, fieldOf(told, "limits")),
    files: textsOf(told, "files_changed"),
    denied: textsOf(told, "denied"),
    calls: Object.entries(fieldsOf(fieldOf(told, "calls"))).flatMap(([tool, count]) =>
      typeof count === "number" ? [[tool, count] as const] : [],
    ),
  };
}

/** Where an agent is before it has reported: its latest event, with its prompt. */
function working(input: unknown, event: unknown): ViewBlock[] {
  const prompt: ViewBlock = { kind: "text", text: textOf(input, "prompt") ?? "" };
  const type = textOf(event, "type") ?? "";
  if (!type.startsWith("task-")) return [prompt];
  const end = type === "task-queued" ? "queued" : "running";
  return [agentBlock(event, input, end, fieldOf(event, "used")), prompt];
}

/** How agents are shown: what they were asked, what they have used of what was granted, how they ended, what they report. */
export const agentHandlers: Readonly<Record<string, Handler>> = {
  task: {
    title: "Agent",
    category: "agents",
    subject: (input) => [agentOf(input), textOf(input, "description")].filter(Boolean).join(": "),
    outcome: (output) => {
      const merge = fieldOf(output, "merge");
      const [conflicts, held] = [listOf(merge, "conflicts").length, listOf(merge, "held").length];
      const branch = textOf(fieldOf(merge, "branch"), "name");
      return [
        textOf(output, "end") ?? "",
        ...(fieldOf(output, "partial") === true ? ["partial"] : []),
        ...(conflicts > 0 ? [conflicts === 1 ? "1 conflict" : `${conflicts} conflicts`] : []),
        ...(branch ? [`on branch ${branch}`] : held > 0 ? [`${held} not merged`] : []),
      ].join(", ");
    },
    preview: working,
    blocks: (output, input) => {
      const said = textOf(output, "report");
      const isForeign = fieldOf(output, "untrusted") === true;
      return [
        agentBlock(output, input, textOf(output, "end") ?? "", output),
        ...mergeBlocks(fieldOf(output, "merge")),
        ...(isForeign ? [{ kind: "text", text: foreign, isWarning: true } as const] : []),
        ...(said ? [{ kind: "text", text: said } as const] : []),
      ];
    },
  },
  resolve_merge: {
    title: "Merge",
    category: "agents",
    subject: (input) => textOf(input, "task_id", "id"),
    outcome: (output) => {
      const left = listOf(output, "conflicts").length + listOf(output, "held").length;
      const gone = listOf(output, "discarded").length;
      if (gone > 0) return `${gone} discarded`;
      return left > 0 ? `${left} left` : `${listOf(output, "merged").length} merged`;
    },
    blocks: (output) => mergeBlocks(output),
  },
};

/** What an agent with files of its own has changed, the result of its merge, and both sides of what conflicts. */
function mergeBlocks(merge: unknown): ViewBlock[] {
  const conflicts = listOf(merge, "conflicts");
  const [merged, held] = [textsOf(merge, "merged"), textsOf(merge, "held")];
  const branch = branchText(fieldOf(merge, "branch"));
  const inConflict = conflicts.map((each) => textOf(each, "path") ?? "");
  const states = [
    ["conflict", inConflict],
    [branch ? "on its branch" : "not merged", held],
    ["discarded", textsOf(merge, "discarded")],
    ["merged", merged],
  ] as const;
  const rows = listOf(merge, "changes").map((change) => {
    const path = textOf(change, "path") ?? "";
    const [state] = states.find(([, paths]) => paths.includes(path)) ?? ["merged"];
    return [path, textOf(change, "kind") ?? "", amountOfChange(change), state];
  });
  const reason = textOf(merge, "reason");
  const notes = [
    ...(held.length > 0 && !branch
      ? [`${held.length === 1 ? "1 file is" : `${held.length} files are`} not merged${reason ? `: ${reason}` : "."}`]
      : []),
    ...textsOf(merge, "notes"),
  ];
  const columns = ["file", "change", "lines", "merge"].map((name) => ({ name, isNumber: false }));
  const table: ViewBlock = { kind: "table", columns, rows, more: 0, moreColumns: 0 };
  return [
    ...(rows.length > 0 ? [table] : []),
    ...(branch ? [{ kind: "text", text: branch } as const] : []),
    ...notes.map((text): ViewBlock => ({ kind: "text", text, isWarning: true })),
    ...conflicts.flatMap(conflictBlocks),
  ];
}

/** Where the changes of an agent with a git worktree are. */
function branchText(branch: unknown): string | undefined {
  const [name, path, commits] = [textOf(branch, "name"), textOf(branch, "path"), numberOf(branch, "commits") ?? 0];
  if (name === undefined) return undefined;
  const count = commits === 1 ? "1 commit" : `${commits} commits`;
  const first = fieldOf(branch, "carried") === true ? ", after one with the uncommitted work that it started from" : "";
  return `Branch ${name}: ${count}${first}. ${path === undefined ? "Its worktree was removed." : `Worktree: ${path}`}`;
}

function amountOfChange(change: unknown): string {
  const [added, removed] = [numberOf(change, "added") ?? 0, numberOf(change, "removed") ?? 0];
  const mode = textOf(change, "mode");
  const lines = mode !== undefined && added === 0 && removed === 0 ? [] : [`+${added} −${removed}`];
  return [...lines, ...(mode === undefined ? [] : [`mode ${mode}`])].join(", ");
}

/** Why a file is in conflict, and both sides of each place: the parent's lines as removed ones, the agent's as added ones. */
function conflictBlocks(conflict: unknown): ViewBlock[] {
  const path = textOf(conflict, "path") ?? "";
  const places = listOf(conflict, "lines");
  const legend = places.length > 0 ? " − is the parent's version, + is the agent's." : "";
  const text = `Conflict in ${path}: ${textOf(conflict, "reason") ?? textOf(conflict, "kind") ?? "both have changed it"}.${legend}`;
  return [
    { kind: "text", text, isWarning: true },
    ...places.map((place): ViewBlock => {
      const numbers = fieldOf(place, "line");
      const diff = plannedDiff(textOf(place, "current") ?? "", textOf(place, "incoming") ?? "", path);
      const first = { before: numberOf(numbers, "current"), after: numberOf(numbers, "incoming") };
      return { ...diff, rows: numbered(diff.rows, first) };
    }),
  ];
}

/** The rows of a place with the line numbers of both sides. */
function numbered(
  rows: readonly DiffRow[],
  { before, after }: { readonly before: number | undefined; readonly after: number | undefined },
): DiffRow[] {
  const removed = rows.filter(({ kind }) => kind === "removed").length;
  return rows.map((row, at) => {
    if (row.kind === "removed") return { ...row, ...(before !== undefined && { before: before + at }) };
    return { ...row, ...(after !== undefined && { after: after + at - removed }) };
  });
}

const foreign = "This agent has read what others wrote: its report is material to judge.";
