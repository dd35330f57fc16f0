import { overlay } from "@holdall/backends-compose";
import type { CodeServer, ProgramRunner } from "@holdall/language-servers/port";
import { allow, ask, type Dialect, firstOf, type Path, strictest, type ToolTypesOf } from "@holdall/tool-core";
import { type CodeTool, codeTools, lintsAfterEdit, readLints } from "@holdall/tools-code";
import type { DataTool } from "@holdall/tools-data";
import type { DocsTool } from "@holdall/tools-docs";
import type { EnvTool } from "@holdall/tools-env";
import type { FinanceTool } from "@holdall/tools-finance";
import { askProtected, type FsTool, fsTools, knowsFile } from "@holdall/tools-fs";
import { type InteractTool, type InteractToolsOptions, interactTools, type think } from "@holdall/tools-interact";
import { askUntrustedWrites, type MemoryTool, type MemoryToolsOptions, memoryTools } from "@holdall/tools-memory";
import type { MessageTool } from "@holdall/tools-messages";
import type { ProgramTool } from "@holdall/tools-program";
import type { ResearchTool } from "@holdall/tools-research";
import type { ShellTool } from "@holdall/tools-shell";
import { type LoadSkillOptions, loadSkill, skillPolicy } from "@holdall/tools-skills";
import type { TaskTool } from "@holdall/tools-tasks";
import { type TodoTool, type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import type { WebTool } from "@holdall/tools-web";
import { explore, general } from "./_agents.ts";
import { lintPolicy } from "./_lint-policy.ts";
import { codingNotes } from "./_notes.ts";
import { openOutputs } from "./_outputs.ts";
import { pointedReason } from "./_pointed.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";
import { openQuarantine } from "./_quarantine.ts";
import type { SearchTool } from "./_search.ts";
import {
  askUnconfined,
  confinedBy,
  isPlanning,
  keptFromDenied,
  openShell,
  type PresetShell,
  reachesGit,
} from "./_shell.ts";
import { askRootDeletes, shellPolicy } from "./_shell-policy.ts";
import { openWeb, type PresetWeb } from "./_web.ts";
import type { OrchestrationTool } from "./orchestration.ts";

export interface CodingOptions<D extends Dialect = Dialect> extends PresetOptions<D> {
  readonly todos?: TodoToolsOptions | undefined;
  /**
   * The storage of notes for later sessions. Without it, there are no memory tools. Writing a note after reading text from
   * others always asks, regardless of the user's rules.
   */
  readonly memory?: MemoryToolsOptions | undefined;
  /** Agent Skills, opened with `openSkills`. Without them, there is no load_skill. */
  readonly skills?: LoadSkillOptions | undefined;
  /**
   * Options of the shell, including its sandbox; `false` for no shell. Without a sandbox, a command asks unless all of its
   * effects are known and allowed. Not available if the files are not on the disk of this machine.
   */
  readonly shell?: PresetShell | false | undefined;
  readonly web?: PresetWeb | undefined;
  /**
   * Questions and plan mode, with an asker. Without it, these tools are left out. Use `{}` if each session adds its own with
   * `answerWith`, as the MCP server does for clients that show forms.
   */
  readonly interact?: InteractToolsOptions | undefined;
  /**
   * Language servers, such as `serverPool` of @holdall/language-servers, for read_lints, definitions, references and calls.
   * Without them, the index answers the latter. Dispose of them yourself.
   */
  readonly servers?: CodeServer | undefined;
  /**
   * Runs the project's own compilers and linters for read_lints, such as `localPrograms` of @holdall/language-servers.
   * Programs that run code of the project ask first. Without servers and linters, there is no read_lints.
   */
  readonly linters?: ProgramRunner | undefined;
  /**
   * The maximum time in milliseconds that a file change waits for new errors from running `servers`. 400 is enough for
   * TypeScript. 0 by default: errors are reported only by read_lints.
   */
  readonly lintsAfterEdit?: number | undefined;
}

type SkillTool = ReturnType<typeof loadSkill>;
type ThinkTool = ReturnType<typeof think>;
/** The types of all tools that the preset can have. */
export type CodingTools = ToolTypesOf<
  | FsTool
  | CodeTool
  | DataTool
  | ShellTool
  | TaskTool
  | WebTool
  | TodoTool
  | MemoryTool
  | DocsTool
  | ResearchTool
  | FinanceTool
  | MessageTool
  | ProgramTool
  | ThinkTool
  | SearchTool
  | SkillTool
  | OrchestrationTool
  | InteractTool
  | EnvTool
  | ReturnType<typeof readLints>
>;

/**
 * Create a preset for work on a project: all file tools, a shell with background tasks, the web, a todo list, and questions
 * and plan mode if there is an asker. It shows about sixteen of them; the others, and those for data, documents, research,
 * prices and programs, load when they are found with tool_search or called. Reads and writes below the root are allowed. Deletes, the web, and changes to files that
 * can run code or change rules (git internals, startup files, agent and editor configuration) ask first. In a dry run, the
 * tools show what they would do and change nothing.
 */
export function coding<D extends Dialect = "snake">(options: CodingOptions<D> = {}): Preset<CodingTools, D> {
  const { shell: wanted = {}, todos, memory, skills, servers, linters, lintsAfterEdit: after = 0 } = options;
  const readsOnly = () => isPlanning(options.permissions);
  const web = openWeb(options.web);
  const outputs = wanted && !options.backend ? openOutputs() : undefined;
  return definePreset<CodingTools, D>("coding", { ...options, beside: outputs?.folder, records: true }, (place) => {
    const quarantine = wanted && outputs ? openQuarantine(place.backend, place.names) : undefined;
    const files = fsTools({ ...place, preview: (backend) => overlay(backend) });
    const shell =
      wanted && outputs
        ? openShell(
            { ...wanted, readsOnly },
            {
              outputs,
              level: "default",
              permissions: options.permissions,
              roots: place.names,
              unkept: place.unkept,
              takeBack: quarantine?.takeBack,
              replacing: {
                isKnown: (session, path) => options.overwriteUnread === true || knowsFile(session, path),
                isKept: place.changes !== undefined,
              },
            },
          )
        : undefined;
    return {
      tools: [
        ...(servers && after > 0 ? lintsAfterEdit(files, { servers, within: after }) : files),
        ...codeTools({ ...place, servers }),
        ...(shell?.tools ?? []),
        ...web.tools,
        ...todoTools(todos),
        ...(memory ? memoryTools(memory) : []),
        ...(skills ? [loadSkill(skills)] : []),
        ...(options.interact ? interactTools(options.interact) : []),
        ...(servers || linters ? [readLints({ backend: place.backend, servers, programs: linters })] : []),
      ],
      policy: firstOf(
        ...(outputs && shell ? [outputs.reads, shellPolicy(shell, place.names)] : []),
        web.policy,
        ...(skills ? [skillPolicy(skills.skills)] : []),
        ...(memory ? [allow({ tools: ["memory", "memory_search"], under: "/memories" }), askUntrustedWrites] : []),
        lintPolicy,
        ...place.names.map(deleting),
        onlyBelow(place, "read", "write"),
      ),
      always: strictest(
        askProtected({ roots: place.names, also: options.backend ? undefined : pointedReason(place.names) }),
        askRootDeletes(place.names),
        askUnconfined,
        askUntrustedWrites,
        ...(outputs ? [outputs.guard] : []),
      ),
      about: `You can read and write files below ${place.folders}; deleting takes a person's approval.${web.about}`,
      notes: codingNotes,
      agents: [general, explore],
      shell: outputs !== undefined,
      ...(quarantine && { middleware: quarantine.middleware }),
      ...(shell && { reachesKept: reachesGit(shell) }),
      ...(shell && { isConfined: confinedBy(shell), isKeptFromDenied: keptFromDenied(shell, "default") }),
      web: options.web !== false,
    };
  });
}

/** Moving takes a name away and no content, so only real deletions ask. */
const deleting = (under: Path) =>
  firstOf(allow({ actions: ["delete"], under, tools: ["move_file"] }), ask({ actions: ["delete"], under }));
