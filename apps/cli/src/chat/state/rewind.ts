import type { Chat } from "@holdall/chat";
import type { CheckpointInfo, Checkpoints, Restored, RestorePlan } from "@holdall/checkpoints";
import { type Path, ToolError } from "@holdall/tool-core";
import { plain } from "../../render/plain.ts";
import type { Pick } from "../screen/pick.ts";
import { checkpointFacts, checkpointLines, planLines, restoredLines } from "../screen/rewind-lines.ts";

interface Rewinding {
  readonly checkpoints: Checkpoints;
  readonly place: { readonly cwd: Path; readonly width: number };
  /** Carries the plan out. */
  readonly restore: Chat["restore"];
  readonly show: (lines: readonly string[]) => void;
  /** Asks the user; absent if there is none. */
  readonly ask?: ((prompt: string) => Promise<string | undefined>) | undefined;
  /** Has the person choose from lists instead, where that can be. */
  readonly pick?: Pick | undefined;
}

type Parts = "files" | "conversation" | "both";
const partLabels: Readonly<Record<Parts, string>> = {
  both: "Files and conversation",
  conversation: "Conversation only",
  files: "Files only",
};

/**
 * Go back to a checkpoint: choose one, see what it would do, and say what is restored. Words after the command stand for the
 * answers. Undefined when nothing was restored.
 */
export async function rewind(words: string, options: Rewinding): Promise<Restored | undefined> {
  const { checkpoints, place, show, ask } = options;
  const [id, part] = words.split(/\s+/).filter(Boolean);
  const list = checkpoints.list();
  if (list.length === 0) {
    show(["  No checkpoint yet: one is created before the first change of each turn."]);
    return undefined;
  }
  try {
    const chosen = await chooseCheckpoint(id, list, options);
    if (chosen === undefined) return undefined;
    const plan = await checkpoints.plan(chosen);
    show(planLines(plan, place));
    const parts = await chooseParts(part, plan, list, options);
    if (!parts) return undefined;
    const include =
      parts !== "conversation" && ask && (await overwrites(plan, { ...options, ask })) ? pathsOf(plan.conflicts) : [];
    const restored = await options.restore(plan, { parts, include });
    show(restoredLines(restored, place));
    return restored;
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    show([error.message, ...(error.hint ? [error.hint] : [])].map((line) => plain(`  ${line}`)));
    return undefined;
  }
}

async function chooseCheckpoint(
  id: string | undefined,
  list: readonly CheckpointInfo[],
  { place, show, ask, pick }: Rewinding,
): Promise<string | undefined> {
  if (id !== undefined) return id;
  if (pick) {
    const items = list.map((each) => ({ label: each.label || "(no label)", detail: checkpointFacts(each) }));
    const picked = await pick("Go back to before which change?", { items, at: list.length - 1 });
    return picked && list[picked.item]?.id;
  }
  show(["  Each checkpoint is the state before a change:", ...checkpointLines(list, place)]);
  if (ask) return (await ask("Go back to which one? [its name, or Enter for none] "))?.trim() || undefined;
  show(["  /rewind ID shows what would change; /rewind ID files, conversation or both restores it."]);
  return undefined;
}

async function chooseParts(
  word: string | undefined,
  { checkpoint }: RestorePlan,
  list: readonly CheckpointInfo[],
  { show, ask, pick }: Rewinding,
): Promise<Parts | undefined> {
  const hasConversation = list.find(({ id }) => id === checkpoint)?.hasConversation ?? false;
  if (word === undefined && pick) {
    const parts: readonly Parts[] = hasConversation ? ["both", "conversation", "files"] : ["files"];
    const items = [...parts.map((part) => ({ label: partLabels[part], key: part[0] })), { label: "Nothing" }];
    const picked = await pick("Restore what?", { items });
    return picked && parts[picked.item];
  }
  const choices = hasConversation ? "f files, c conversation, b both" : "f files";
  const answer = word ?? (await ask?.(`Restore what? [${choices}, or Enter for nothing] `));
  if (answer === undefined) {
    if (!ask) show([`  Nothing is restored yet: /rewind ${checkpoint} files, conversation or both restores it.`]);
    return undefined;
  }
  const typed = answer.trim().toLowerCase();
  if (typed === "") return undefined;
  const parts = (["files", "conversation", "both"] as const).find((each) => each.startsWith(typed));
  if (!parts) show([`  ${typed} cannot be restored: enter files, conversation or both.`]);
  else if (parts !== "files" && !hasConversation) show([`  ${checkpoint} contains no conversation: enter files.`]);
  else return parts;
  return undefined;
}

async function overwrites(
  { conflicts }: RestorePlan,
  { ask, pick }: { readonly pick?: Pick | undefined; readonly ask: NonNullable<Rewinding["ask"]> },
): Promise<boolean> {
  if (conflicts.length === 0) return false;
  const what = conflicts.length === 1 ? "the file" : `the ${conflicts.length} files`;
  const question = `Also overwrite ${what} that others changed?`;
  if (pick) {
    const items = [
      { label: "No", key: "n" },
      { label: "Yes", key: "y" },
    ];
    return (await pick(question, { items }))?.item === 1;
  }
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `))?.trim() ?? "");
}

const pathsOf = (items: readonly { readonly path: Path }[]): Path[] => items.map(({ path }) => path);
