import type { SandboxReport } from "@holdall/sandbox/port";

/** What the sandbox denied. */
export function denialNotes(report: SandboxReport | undefined): string[] {
  if (!report) return [];
  const { needed, limits = [] } = report;
  const notes: string[] = [];
  if (needed.write.length > 0)
    notes.push(`The sandbox denied writing to ${needed.write.join(", ")}.${gitHint(needed.write)}`);
  if (needed.network.length > 0) {
    notes.push(
      `The sandbox denied access to ${needed.network.join(", ")}. Call again with permissions: "network" to ask the user for it.`,
    );
  }
  if (limits.length > 0) notes.push(`It may have reached a sandbox limit. ${limits.join(" ")}`);
  return notes;
}

/** What of a repository is closed at which level. */
function gitHint(paths: readonly string[]): string {
  const inside = paths.filter((path) => /\/[^/]*\.git(\/|$)/.test(path));
  if (inside.length === 0) return "";
  return inside.some((path) => /\/(config(\.worktree)?|hooks)(\/|$)/.test(path))
    ? ' Git configuration and hooks can be written only with permissions: "all", which the user must approve.'
    : ' Git can write there with permissions: "git_write", which the user must approve.';
}
