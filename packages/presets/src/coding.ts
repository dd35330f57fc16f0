import { overlay } from "@holdall/backends-compose";
import { allow, ask, type Dialect, firstOf, type Path, strictest, type ToolTypesOf } from "@holdall/tool-core";
import type { EnvTool } from "@holdall/tools-env";
import { askProtected, type FsTool, fsTools } from "@holdall/tools-fs";
import { type InteractTool, type InteractToolsOptions, interactTools } from "@holdall/tools-interact";
import { askUntrustedWrites, type MemoryTool, type MemoryToolsOptions, memoryTools } from "@holdall/tools-memory";
import type { ShellTool } from "@holdall/tools-shell";
import type { TaskTool } from "@holdall/tools-tasks";
import { type TodoTool, type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import type { WebTool } from "@holdall/tools-web";
import { explore, general } from "./_agents.ts";
import { codingNotes } from "./_notes.ts";
import { openOutputs } from "./_outputs.ts";
import { pointedReason } from "./_pointed.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";
import { askUnconfined, confinedBy, isPlanning, openShell, type PresetShell } from "./_shell.ts";
import { askRootDeletes, shellPolicy } from "./_shell-policy.ts";
import { openWeb, type PresetWeb } from "./_web.ts";

export interface CodingOptions<D extends Dialect = Dialect> extends PresetOptions<D> {
  readonly todos?: TodoToolsOptions | undefined;
  /**
   * Where notes for later sessions live; without it there is no memory. Writing one after reading what others wrote asks,
   * whatever the rules of the user say.
   */
  readonly memory?: MemoryToolsOptions | undefined;
  /**
   * Options of the shell, its sandbox among them; `false` for none. Without a sandbox a command asks unless all that it does
   * is known and allowed. There is none where the files are not on this machine's disk.
   */
  readonly shell?: PresetShell | false | undefined;
  readonly web?: PresetWeb | undefined;
  /**
   * Questions and plan mode, with the way to a person; without it the tools are left out. `{}` where each session opens its own
   * with `answerWith`, as the MCP server does for clients that show forms.
   */
  readonly interact?: InteractToolsOptions | undefined;
}

export type CodingTools = ToolTypesOf<
  FsTool | ShellTool | TaskTool | WebTool | TodoTool | MemoryTool | InteractTool | EnvTool
>;

/**
 * Everything for work on a project: all file tools, a shell with background tasks, the web, a todo list, and questions and plan mode where there is somebody to ask. Reads and writes below the root; deleting and the web ask first,
 * and so does changing what can run code or change rules (git internals, start-up files, agent and editor configuration).
 * In a dry run the tools show what they would do, and nothing changes.
 */
export function coding<D extends Dialect = "snake">(options: CodingOptions<D> = {}): Preset<CodingTools, D> {
  const { shell: wanted = {}, todos, memory } = options;
  const readsOnly = () => isPlanning(options.permissions);
  const web = openWeb(options.web);
  const outputs = wanted && !options.backend ? openOutputs() : undefined;
  return definePreset("coding", { ...options, beside: outputs?.folder }, (place) => {
    const shell = wanted && outputs ? openShell({ ...wanted, readsOnly }, outputs, "default") : undefined;
    return {
      tools: [
        ...fsTools({ ...place, preview: (backend) => overlay(backend) }),
        ...(shell?.tools ?? []),
        ...web.tools,
        ...todoTools(todos),
        ...(memory ? memoryTools(memory) : []),
        ...(options.interact ? interactTools(options.interact) : []),
      ],
      policy: firstOf(
        ...(outputs && shell ? [outputs.reads, shellPolicy(shell, place.names)] : []),
        web.policy,
        ...(memory ? [allow({ tools: ["memory", "memory_search"], under: "/memories" }), askUntrustedWrites] : []),
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
      ...(shell && { isConfined: confinedBy(shell) }),
      web: options.web !== false,
    };
  });
}

/** Moving takes a name away and no content, so only real deletions ask. */
const deleting = (under: Path) =>
  firstOf(allow({ actions: ["delete"], under, tools: ["move_file"] }), ask({ actions: ["delete"], under }));
