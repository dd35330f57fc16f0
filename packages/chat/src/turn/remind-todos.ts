import type { MessageLike } from "@holdall/compaction";
import { foldName, type Session } from "@holdall/tool-core";
import { todoList, todoReminder } from "@holdall/tools-todos";

/** Messages after which a list that was not mentioned is shown again. */
const maxUnseen = 12;

/** The open todos, for a model that has not seen the list for a while or can no longer see it. */
export function remindTodos(session: Session, messages: readonly MessageLike[]): string | undefined {
  if (!session.registry.get("todo_write")) return undefined;
  const reminder = todoReminder(session.state(todoList).todos);
  if (reminder === undefined) return undefined;
  const last = messages.findLastIndex(showsTodos);
  return last >= 0 && messages.length - last <= maxUnseen
    ? undefined
    : `[From the program, not from the user]\n${reminder}`;
}

/** A call of a tool for todos, or the notes of a compaction, which name what is open. */
function showsTodos({ content, role }: MessageLike): boolean {
  if (typeof content === "string") return role === "user" && content.includes("\nUnfinished todos:\n");
  if (!Array.isArray(content)) return false;
  return content.some((part) => {
    const { type, toolName } = Object(part) as Readonly<Record<string, unknown>>;
    return type === "tool-call" && typeof toolName === "string" && foldName(toolName).startsWith("todo");
  });
}
