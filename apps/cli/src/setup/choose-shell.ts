import { isWindows, type Platform } from "@holdall/tool-kit/node";
import { oneOf } from "../config/arguments.ts";
import { UsageError } from "../usage-error.ts";

export type ShellKind = "portable" | "system";

/** Whose commands the model runs, by what a flag or a configuration names. Throws UsageError for a shell that this system does not have. */
export function chooseShell(named: string | undefined, platform?: Platform): ShellKind {
  if (!isWindows(platform)) return oneOf("--shell", named ?? "system", ["system", "portable"]);
  const shell = oneOf("--shell", named ?? "portable", ["system", "portable"]);
  if (shell === "portable") return shell;
  throw new UsageError(
    "Windows has no bash, so commands cannot run with --shell system (in a configuration, shell: system).",
    "Use --shell portable, or start holdall in WSL (`wsl --install`), which has bash.",
  );
}
