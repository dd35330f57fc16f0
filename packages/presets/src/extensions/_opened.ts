import type { Middleware, Policy, Registry } from "@holdall/tool-core";
import type { ExtensionWorkspace } from "@holdall/tool-kit/extension";

/** The state of an extension. */
export interface ExtensionState {
  readonly name: string;
  /** The names of its tools that the preset has. */
  readonly tools: readonly string[];
  /** For the user, as text: what of it cannot be used. */
  readonly problems: readonly string[];
}

/** The extensions of a preset. */
export interface OpenedExtensions {
  readonly states: readonly ExtensionState[];
  /** Makes decisions of others stricter, never wider. The policy of the preset has it; a host that decides before that adds it. */
  readonly policy: Policy;
  readonly use: readonly Middleware[];
  /** Absolute paths of their code: changing it asks, and a sandbox keeps commands from it. */
  readonly files: readonly string[];
  /** Whether a tool is one of theirs. */
  owns(tool: string): boolean;
  /** Add their tools to a registry that has all others. */
  addTools(registry: Registry, workspace: ExtensionWorkspace): void;
}

/** Opens extensions for a preset: the result of `presetExtensions`. */
export type PresetExtensions = () => OpenedExtensions;

export const noExtensions: OpenedExtensions = {
  states: [],
  policy: () => undefined,
  use: [],
  files: [],
  owns: () => false,
  addTools() {},
};
