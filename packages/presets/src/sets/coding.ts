import type { Dialect } from "@holdall/tool-core";
import { codeTools, lintsAfterEdit, readLints } from "@holdall/tools-code";
import { interactTools } from "@holdall/tools-interact";
import { askUntrustedWrites, memoryTools } from "@holdall/tools-memory";
import { effectOf } from "@holdall/tools-shell";
import { loadSkill, skillPolicy } from "@holdall/tools-skills";
import { todoTools } from "@holdall/tools-todos";
import { openWeb } from "../families/_web.ts";
import { shellPolicy } from "../policy/_shell-policy.ts";
import type { Preset } from "../session/preset.ts";
import { openPortable } from "../shell/_portable.ts";
import { openShell } from "../shell/_shell.ts";
import { codingWith } from "./_coding.ts";
import type { CodingOptions, CodingTools } from "./coding-options.ts";
import { commonCode } from "./common-code.ts";

export type { CodingOptions, CodingTools } from "./coding-options.ts";

/**
 * Create a preset for work on a project: all file tools, a shell with background tasks, the web, a todo list, and questions
 * and plan mode if there is an asker. It shows about sixteen of them; the others, and those for data, documents, research,
 * prices and programs, load when they are found with tool_search or called. Reads and writes below the root are allowed. Deletes, the web, and changes to files that
 * can run code or change rules (git internals, startup files, agent and editor configuration) ask first. In a dry run, the
 * tools show what they would do and change nothing.
 */
export function coding<D extends Dialect = "snake">(options: CodingOptions<D> = {}): Preset<CodingTools, D> {
  return codingWith(options, {
    ...commonCode,
    added: { effectOf, always: askUntrustedWrites, lintsAfterEdit },
    code: { codeTools, readLints },
    shell: { openShell, shellPolicy, effectOf },
    portable: { openPortable },
    web: { openWeb },
    todos: { todoTools },
    memory: { memoryTools, askUntrustedWrites },
    skills: { loadSkill, skillPolicy },
    interact: { interactTools },
  });
}
