import { type Dialect, firstOf, type ToolTypesOf } from "@holdall/tool-core";
import { type CodeTool, codeTools } from "@holdall/tools-code";
import type { DataTool } from "@holdall/tools-data";
import type { EnvTool } from "@holdall/tools-env";
import type { FinanceTool } from "@holdall/tools-finance";
import { globFiles, grepFiles, readFile, textEditor } from "@holdall/tools-fs";
import type { think } from "@holdall/tools-interact";
import type { ProgramTool } from "@holdall/tools-program";
import type { ResearchTool } from "@holdall/tools-research";
import { type LoadSkillOptions, loadSkill, skillPolicy } from "@holdall/tools-skills";
import { type TodoTool, type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import type { WebTool } from "@holdall/tools-web";
import { research as researcher } from "../families/_agents.ts";
import type { SearchTool } from "../families/_search.ts";
import { openWeb, type PresetWeb } from "../families/_web.ts";
import { researchNotes } from "../session/notes.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "../session/preset.ts";
import { commonCode } from "./common-code.ts";

export interface ResearchOptions<D extends Dialect = Dialect> extends PresetOptions<D> {
  readonly todos?: TodoToolsOptions | undefined;
  readonly web?: PresetWeb | undefined;
  /** Agent Skills, opened with `openSkills`. Without them, there is no load_skill. */
  readonly skills?: LoadSkillOptions | undefined;
}

/** The types of all tools that the preset can have. */
export type ResearchTools = ToolTypesOf<
  | ReturnType<
      typeof readFile | typeof globFiles | typeof grepFiles | typeof textEditor | typeof loadSkill | typeof think
    >
  | Exclude<DataTool, { readonly name: "convert_format" }>
  | CodeTool
  | TodoTool
  | WebTool
  | ResearchTool
  | FinanceTool
  | ProgramTool
  | SearchTool
  | EnvTool
>;

/**
 * Create a preset for research: search and read the web with approval, read, glob and grep below the root, and a todo list in
 * the session.
 */
export function research<D extends Dialect = "snake">(options: ResearchOptions<D> = {}): Preset<ResearchTools, D> {
  const web = openWeb(options.web, options.secrets);
  const { skills } = options;
  return definePreset<ResearchTools, D>("research", commonCode, options, (place) => ({
    tools: [
      ...web.tools,
      ...[readFile, globFiles, grepFiles].map((tool) => tool(place)),
      textEditor({ readOnly: true }),
      ...codeTools(place),
      ...todoTools(options.todos),
      ...(skills ? [loadSkill(skills)] : []),
    ],
    policy: firstOf(web.policy, ...(skills ? [skillPolicy(skills.skills)] : []), onlyBelow(place, "read")),
    about: `You find things out, and say where each fact comes from: the URL, or the file and line.${web.about} You can read files below ${place.folders} and change nothing; your todo list is your own.`,
    notes: researchNotes,
    agents: [researcher],
    looksOnly: true,
    web: options.web !== false,
  }));
}
