import type { Sandbox } from "@holdall/sandbox/port";
import type { Path } from "@holdall/tool-core";
import { type PresetWorktrees, worktreeFolder } from "../families/_worktree-options.ts";
import { keepingFiles, keepingRules, keepingWorktrees } from "../policy/_path-denials.ts";
import type { PresetPermissions } from "../policy/_rule-policy.ts";
import { type OpenedSandbox, type OpenSandbox, openedSandbox } from "./_opened-sandbox.ts";

/** A sandbox for all programs of a preset, with what its rules keep from them. */
export interface SharedSandbox extends Pick<OpenedSandbox, "openFor"> {
  readonly sandbox: Sandbox | undefined;
  /** It is opened with the first program of a session. */
  readonly isOpenedLater: boolean;
}

interface SandboxPlace {
  readonly permissions: PresetPermissions | undefined;
  readonly roots: readonly Path[];
  /** Files that programs must not change. */
  readonly unkept?: (() => ReadonlySet<Path>) | undefined;
  /** Where worktrees of agents are, which programs must not read. */
  readonly worktrees?: PresetWorktrees | undefined;
}

export function sharedSandbox(
  given: Sandbox | OpenSandbox | undefined,
  { permissions, roots, unkept = () => new Set(), worktrees }: SandboxPlace,
): SharedSandbox {
  const folder = () => worktreeFolder(worktrees); // links may have changed
  const keeping = (sandbox: Sandbox) =>
    keepingRules(keepingWorktrees(keepingFiles(sandbox, unkept), folder, roots), permissions, roots);
  if (typeof given !== "function")
    return { sandbox: given && keeping(given), openFor: async () => {}, isOpenedLater: false };
  const { sandbox, openFor } = openedSandbox(given);
  return { sandbox: keeping(sandbox), openFor, isOpenedLater: true };
}
