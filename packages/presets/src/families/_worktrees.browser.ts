/** Stands in for _worktrees.ts where applications are bundled for browsers, which have no git. */
export const openWorktree = (): undefined => undefined;
export const reopenWorktree = (): undefined => undefined;
