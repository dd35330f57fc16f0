import {
  type Access,
  type Call,
  isWhollyDeclared,
  type Path,
  preparedOf,
  type Session,
  toPath,
} from "@holdall/tool-core";
import type { CannotUndo } from "./record.ts";
import type { Intent } from "./recorder.ts";

const outside: Partial<Record<Access["action"], CannotUndo["kind"]>> = {
  network: "network",
  message: "message",
  spend: "spend",
  execute: "program",
};

/** What a call may change, by what its tool declares; undefined when it changes nothing that is kept or listed. */
export async function intentOf(call: Call, session: Session | undefined): Promise<Intent | undefined> {
  const { id: callId, tool, input, cwd, signal } = call;
  if (tool.hints.readOnly && !tool.hints.openWorld) return undefined;
  const declared = session && tool.access ? await tool.access(input, { cwd, state: session.state }) : undefined;
  const { accesses } = preparedOf(declared ?? [{ action: "execute", target: tool.name }]);
  // A command that is known to do no more than it declares is no reason to look at everything, and leaves nothing else.
  const relevant = accesses.filter((access) => access.action !== "execute" || !isWhollyDeclared(access));
  const targets = accesses.flatMap(({ action, target }): Path[] =>
    action === "write" || action === "delete" ? [toPath(target, cwd)] : [],
  );
  // A destructive tool that names nothing beforehand, such as an undo, may touch any file.
  const unnamed = accesses.length === 0 && tool.hints.destructive;
  const anything = unnamed || relevant.some(({ action }) => action === "execute");
  const at = Date.now();
  const cannotUndo = relevant.flatMap(({ action, target }): CannotUndo[] => {
    const kind = outside[action];
    return kind && !tool.hints.readOnly ? [{ kind, what: target, tool: tool.name, at }] : [];
  });
  if (targets.length === 0 && !anything && cannotUndo.length === 0) return undefined;
  return { callId, targets: [...new Set(targets)], anything, cannotUndo, signal };
}
