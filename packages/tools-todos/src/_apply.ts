import { ToolError } from "@holdall/tool-core";
import type { Todo, TodoStatus } from "./todo.ts";

/** A todo as it is written: omitted fields keep their value. */
export interface TodoPatch {
  readonly id?: string | undefined;
  readonly content?: string | undefined;
  /** A new todo is pending without it. */
  readonly status?: TodoStatus | undefined;
  readonly active_form?: string | undefined;
}

interface Applied {
  readonly todos: readonly Todo[];
  readonly nextId: number;
}

/**
 * Write patches onto a list: a patch is for the todo with its id or, without an id, for one of equal content; any other adds.
 * `merge` keeps todos that no patch is for; without it they go, and the list takes the order of the patches.
 */
export function applyPatches(
  before: readonly Todo[],
  patches: readonly TodoPatch[],
  merge: boolean,
  nextId: number,
): Applied {
  refuseRepeatedIds(patches);
  const targets = findTargets(before, patches);
  let next = Math.max(nextId, ...patches.map(({ id }) => numberOf(id) + 1));
  const written = patches.map((patch, i) => writeTodo(patch, targets[i], () => String(next++)));
  if (!merge) return { todos: written, nextId: next };
  const byId = new Map(written.map((todo) => [todo.id, todo]));
  const added = written.filter((_, i) => !targets[i]);
  return { todos: [...before.map((todo) => byId.get(todo.id) ?? todo), ...added], nextId: next };
}

function refuseRepeatedIds(patches: readonly TodoPatch[]): void {
  const ids = patches.flatMap(({ id }) => (id ? [id] : []));
  const repeated = ids.find((id, i) => ids.indexOf(id) !== i);
  if (repeated === undefined) return;
  throw new ToolError("invalid_input", `Two todos have the id "${repeated}". Nothing was changed.`, {
    hint: "Give every todo its own id, or leave ids of new todos out.",
    data: { id: repeated },
  });
}

/** The todo each patch is for. Ids go first, so that equal content never takes a todo that another patch names. */
function findTargets(before: readonly Todo[], patches: readonly TodoPatch[]): (Todo | undefined)[] {
  const byId = new Map(before.map((todo) => [todo.id, todo]));
  const free = new Set(before);
  const targets = patches.map(({ id }) => {
    const target = id ? byId.get(id) : undefined;
    if (target) free.delete(target);
    return target;
  });
  patches.forEach(({ id, content }, i) => {
    if (id) return;
    const target = [...free].find((todo) => todo.content === content?.trim());
    if (target) free.delete(target);
    targets[i] = target;
  });
  return targets;
}

function writeTodo(patch: TodoPatch, was: Todo | undefined, newId: () => string): Todo {
  const content = patch.content?.trim() || was?.content;
  if (!content) throw missingContent(patch);
  // A verb form belongs to its content, so new content does not inherit it.
  const activeForm = patch.active_form?.trim() || (content === was?.content ? was.active_form : undefined);
  return {
    id: was?.id ?? (patch.id || newId()),
    content,
    status: patch.status ?? was?.status ?? "pending",
    ...(activeForm && { active_form: activeForm }),
  };
}

function missingContent({ id }: TodoPatch): ToolError {
  const hint = "Give it content, or look the ids up with {todo_read}.";
  return id
    ? new ToolError(
        "not_found",
        `There is no todo with the id "${id}", and no content to add one. Nothing was changed.`,
        { hint, data: { id } },
      )
    : new ToolError("invalid_input", "A todo has neither content nor the id of one on the list. Nothing was changed.", {
        hint,
      });
}

const numberOf = (id = ""): number => (/^\d{1,9}$/.test(id) ? Number(id) : 0);
