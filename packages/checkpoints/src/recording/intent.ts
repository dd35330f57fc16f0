import { type Access, type Call, isWhollyDeclared, isWithin, type Path, toPath } from "@holdall/tool-core";
import type { CannotUndo } from "../store/record.ts";
import type { Intent } from "./recorder.ts";

const outside: Partial<Record<Access["action"], CannotUndo["kind"]>> = {
  network: "network",
  message: "message",
  spend: "spend",
  execute: "program",
};

/** What a call may change, by what the policy permitted; undefined when it changes nothing that is kept or listed. */
export function intentOf({
  id: callId,
  tool,
  input,
  cwd,
  signal,
  access,
}: Call): Omit<Intent, "ownCopies"> | undefined {
  if (tool.hints.readOnly && !tool.hints.openWorld) return undefined;
  // A command that is known to do no more than it declares is no reason to look at everything, and leaves nothing else.
  const relevant = access.filter((each) => each.action !== "execute" || !isWhollyDeclared(each));
  const targets = access.flatMap(({ action, target }): Path[] =>
    action === "write" || action === "delete" ? [toPath(target, cwd)] : [],
  );
  // A destructive tool that names nothing beforehand may touch any file. What an agent does are calls of their own.
  const unnamed = access.length === 0 && tool.hints.destructive && tool.category !== "agents";
  const anything = unnamed || relevant.some(({ action }) => action === "execute");
  const at = Date.now();
  const cannotUndo = relevant.flatMap(({ action, target }): CannotUndo[] => {
    const kind = outside[action];
    return kind && !tool.hints.readOnly ? [{ kind, what: target, tool: tool.name, at }] : [];
  });
  if (targets.length === 0 && !anything && cannotUndo.length === 0) return undefined;
  const call = { tool: tool.name, what: whatOf(input), at, callId };
  return { call, targets: [...new Set(targets)], anything, cannotUndo, signal };
}

/** A target that contains a root may be anything in it: then the roots are compared instead. */
export function withinRoots<I extends Pick<Intent, "targets" | "anything">>(
  intent: I | undefined,
  roots: readonly Path[],
): I | undefined {
  const targets = intent?.targets.filter((target) => !roots.some((root) => isWithin(root, target)));
  if (!intent || !targets || targets.length === intent.targets.length) return intent;
  return { ...intent, targets, anything: true };
}

/** What the user recognizes a call by, where paths do not say it. */
function whatOf(input: unknown): string {
  const { command, description } = Object(input) as { command?: unknown; description?: unknown };
  const text = typeof command === "string" ? command : typeof description === "string" ? description : "";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
