import type { SandboxReport } from "@holdall/tool-core";
import { protectedNote } from "../access/protected-changes.ts";

/** What the sandbox did not allow, and what it could not prevent. */
export function denialNotes(report: SandboxReport | undefined): string[] {
  if (!report) return [];
  const { needed, tampered, limits = [] } = report;
  const notes: string[] = [];
  if (needed.write.length > 0)
    notes.push(`The sandbox did not let it write ${needed.write.join(", ")}.${gitHint(needed.write)}`);
  if (needed.network.length > 0) {
    notes.push(
      `The sandbox did not let it reach ${needed.network.join(", ")}. With permissions: "network" it may, if the user agrees.`,
    );
  }
  if (limits.length > 0) notes.push(`It seems to have met a limit of the sandbox. ${limits.join(" ")}`);
  if (tampered.length > 0) notes.push(protectedNote(tampered, "command"));
  return notes;
}

/** What of a repository is closed at which level. */
function gitHint(paths: readonly string[]): string {
  const inside = paths.filter((path) => /\/[^/]*\.git(\/|$)/.test(path));
  if (inside.length === 0) return "";
  return inside.some((path) => /\/(config(\.worktree)?|hooks)(\/|$)/.test(path))
    ? ' Configuration and hooks of git are closed but with permissions: "all", if the user agrees.'
    : ' With permissions: "git_write" git may write there, if the user agrees.';
}
