import { overlay } from "@holdall/backends-compose";
import { ask, type Dialect, firstOf, strictest, type ToolTypesOf } from "@holdall/tool-core";
import type { EnvTool } from "@holdall/tools-env";
import { askProtected, editFile, globFiles, grepFiles, listFiles, readFile, undo, writeFile } from "@holdall/tools-fs";
import { type InteractTool, type InteractToolsOptions, interactTools } from "@holdall/tools-interact";
import { askMessages } from "@holdall/tools-messages";
import { type LoadSkillOptions, loadSkill, skillPolicy } from "@holdall/tools-skills";
import { type TodoTool, type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import type { WebTool } from "@holdall/tools-web";
import { research as researcher } from "./_agents.ts";
import { officeNotes } from "./_notes.ts";
import { type OfficeFamilies, type OfficeTool, officeTools } from "./_office-tools.ts";
import { pointedReason } from "./_pointed.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";
import type { PresetProgram } from "./_programs.ts";
import { openWeb, type PresetWeb } from "./_web.ts";

export interface OfficeOptions<D extends Dialect = Dialect> extends PresetOptions<D>, OfficeFamilies {
  readonly todos?: TodoToolsOptions | undefined;
  readonly web?: PresetWeb | undefined;
  /** The tool `run_program`, with which a model writes a program over its tools; `{}` for all defaults. Off by default. */
  readonly program?: PresetProgram | undefined;
  /** Agent Skills, opened with `openSkills`. Without them, there is no load_skill. */
  readonly skills?: LoadSkillOptions | undefined;
  /** Questions and plan mode, with an asker. Without it, these tools are left out. */
  readonly interact?: InteractToolsOptions | undefined;
}

type FileTool =
  | typeof readFile
  | typeof writeFile
  | typeof editFile
  | typeof undo
  | typeof listFiles
  | typeof globFiles;

export type OfficeTools = ToolTypesOf<
  ReturnType<FileTool | typeof grepFiles | typeof loadSkill> | OfficeTool | WebTool | TodoTool | InteractTool | EnvTool
>;

/**
 * Create a preset for work with data, documents, the web, prices and messages. Reads and writes below the root are allowed;
 * deletes are not. The web and paid calls ask. Every message asks and is shown completely, regardless of the user's rules.
 * With `withSearch`, all tools except those for files, the web and planning are deferred.
 */
export function office<D extends Dialect = "snake">(options: OfficeOptions<D> = {}): Preset<OfficeTools, D> {
  const web = openWeb(options.web);
  const { skills, interact } = options;
  return definePreset("office", { ...options, records: true }, (place) => {
    const files = { ...place, preview: overlay };
    const families = officeTools(place.backend, { ...options, web: options.web !== false });
    return {
      tools: [
        ...[readFile, writeFile, editFile, undo, listFiles, globFiles, grepFiles].map((tool) => tool(files)),
        ...families,
        ...web.tools,
        ...todoTools(options.todos),
        ...(skills ? [loadSkill(skills)] : []),
        ...(interact ? interactTools(interact) : []),
      ],
      policy: firstOf(
        askMessages,
        ask({ actions: ["network", "spend"] }),
        ...(skills ? [skillPolicy(skills.skills)] : []),
        onlyBelow(place, "read", "write"),
      ),
      always: strictest(
        askMessages,
        askProtected({ roots: place.names, also: options.backend ? undefined : pointedReason(place.names) }),
      ),
      about: `You work with data and documents below ${place.folders}, where you can read and write files. A person agrees to every message before it is sent.${web.about}`,
      notes: officeNotes,
      agents: [researcher],
      web: options.web !== false,
      defer: ({ name }) => families.some((tool) => tool.name === name),
    };
  });
}
