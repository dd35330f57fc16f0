import { isWindows } from "@holdall/tool-kit";
import type { PortableShellOptions } from "@holdall/tools-shell/portable";
import type { PresetShell } from "./_shell.ts";

/** A shell that is interpreted over the preset's files, wherever they are. Needs the package just-bash. */
export interface PresetPortableShell
  extends Omit<PortableShellOptions, "backend" | "isKnown" | "onChanges" | "readsOnly" | "roots"> {
  readonly kind: "portable";
}

/** The shell of a preset: that of the machine with its options, the portable one, or none. */
export type ShellChoice = PresetShell | PresetPortableShell | "portable" | false;

interface Chosen {
  readonly system: PresetShell | undefined;
  readonly portable: PresetPortableShell | undefined;
}

/** On Windows, which has no bash, the portable shell stands in, so that one program serves every system. */
export function chooseShell(choice: ShellChoice | undefined, usual: PresetShell | undefined): Chosen {
  if (choice === false) return { system: undefined, portable: undefined };
  if (choice === "portable") return { system: undefined, portable: { kind: "portable" } };
  if (choice && "kind" in choice) return { system: undefined, portable: choice };
  if (isWindows() && (choice ?? usual)) return { system: undefined, portable: { kind: "portable" } };
  return { system: choice ?? usual, portable: undefined };
}
