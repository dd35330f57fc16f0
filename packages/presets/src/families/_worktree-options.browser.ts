/** Stands in for _worktree-options.ts where applications are bundled for browsers, which have no worktrees. */
export const askDiscards = () => () => undefined;
