import { loadProvided } from "@holdall/tool-kit/file-tools";
import type { JustBash, loadJustBash as load } from "./_load-just-bash.ts";

/**
 * Load the interpreter that the page provides: `provideLibrary("just-bash", () => import("just-bash/browser"))`.
 */
export const loadJustBash: typeof load = () => loadProvided<JustBash>("just-bash", "just-bash");

export const commandsOutsideOfPages: readonly string[] = [];
