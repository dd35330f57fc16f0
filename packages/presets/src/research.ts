import { type Dialect, firstOf, type ToolTypesOf } from "@holdall/tool-core";
import { type CodeTool, codeTools } from "@holdall/tools-code";
import { aggregateData, filterData } from "@holdall/tools-data";
import type { EnvTool } from "@holdall/tools-env";
import { globFiles, grepFiles, readFile } from "@holdall/tools-fs";
import type { ResearchTool } from "@holdall/tools-research";
import { type LoadSkillOptions, loadSkill, skillPolicy } from "@holdall/tools-skills";
import { type TodoTool, type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import type { WebTool } from "@holdall/tools-web";
import { research as researcher } from "./_agents.ts";
import { researchNotes } from "./_notes.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "./_preset.ts";
import type { PresetProgram } from "./_programs.ts";
import { openWeb, type PresetWeb } from "./_web.ts";

export interface ResearchOptions<D extends Dialect = Dialect> extends PresetOptions<D> {
  readonly todos?: TodoToolsOptions | undefined;
  readonly web?: PresetWeb | undefined;
  /** research_topic and fact_check, from `researchTools()` of `@holdall/tools-research`. Left out without a web client. */
  readonly research?: readonly ResearchTool[] | undefined;
  /** `true` adds filter_data and aggregate_data, which return results and do not write files here. */
  readonly data?: boolean | undefined;
  /** The tool `run_program`, with which a model writes a program over its tools; `{}` for all defaults. Off by default. */
  readonly program?: PresetProgram | undefined;
  /** Agent Skills, opened with `openSkills`. Without them, there is no load_skill. */
  readonly skills?: LoadSkillOptions | undefined;
}

export type ResearchTools = ToolTypesOf<
  | ReturnType<
      | typeof readFile
      | typeof globFiles
      | typeof grepFiles
      | typeof loadSkill
      | typeof filterData
      | typeof aggregateData
    >
  | CodeTool
  | TodoTool
  | WebTool
  | ResearchTool
  | EnvTool
>;

/**
 * Create a preset for research: search and read the web with approval, read, glob and grep below the root, and a todo list in
 * the session.
 */
export function research<D extends Dialect = "snake">(options: ResearchOptions<D> = {}): Preset<ResearchTools, D> {
  const web = openWeb(options.web);
  const { skills } = options;
  return definePreset("research", options, (place) => ({
    tools: [
      ...web.tools,
      ...(options.web === false ? [] : (options.research ?? [])),
      ...[readFile, globFiles, grepFiles].map((tool) => tool(place)),
      ...codeTools(place),
      ...(options.data ? [filterData(place), aggregateData(place)] : []),
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
