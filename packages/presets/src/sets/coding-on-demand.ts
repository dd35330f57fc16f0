import type { Dialect } from "@holdall/tool-core";
import { entryOf } from "../session/explain.ts";
import type { Preset } from "../session/preset.ts";
import { codingWith } from "./_coding.ts";
import type { CodingOptions, CodingTools } from "./coding-options.ts";

/** Families whose tools need none of the others. */
const alone: ReadonlySet<string> = new Set([
  ...["filesystem", "code", "data", "documents", "shell", "tasks", "web", "planning", "memory", "skills"],
  ...["research", "finance", "messages", "environment"],
]);

/** Whether a call of a tool, by any of its names, needs only the code that it loads itself. */
export const runsAlone = (tool: string): boolean => alone.has(entryOf(tool)?.family ?? "");

/**
 * Create the preset `coding` for a session with few calls. The code of file tools is included; the code of every other family
 * is imported with the first call of one of its tools. The policies are the same. Its list and instructions cover only loaded
 * tools, so do not give it to a model.
 */
export const codingOnDemand = <D extends Dialect = "snake">(
  options: Omit<CodingOptions<D>, "lintsAfterEdit"> = {},
): Preset<CodingTools, D> =>
  codingWith(options, {
    agents: () => import("../families/_agent-tools.ts"),
    programs: () => import("../families/_programs.ts"),
    code: () => import("@holdall/tools-code"),
    shell: () => import("../shell/_shell-code.ts"),
    portable: () => import("../shell/_portable.ts"),
    web: () => import("../families/_web.ts"),
    todos: () => import("@holdall/tools-todos"),
    memory: () => import("@holdall/tools-memory"),
    skills: () => import("@holdall/tools-skills"),
    interact: () => import("@holdall/tools-interact"),
  });
