import { overlay } from "@holdall/backends-compose";
import { ask, type Dialect, firstOf, type ToolTypesOf } from "@holdall/tool-core";
import { type CodeTool, codeTools } from "@holdall/tools-code";
import type { DataTool } from "@holdall/tools-data";
import type { DocsTool } from "@holdall/tools-docs";
import type { EnvTool } from "@holdall/tools-env";
import type { FinanceTool } from "@holdall/tools-finance";
import { askProtected, type FsTool, fsTools } from "@holdall/tools-fs";
import { type InteractTool, type InteractToolsOptions, interactTools, type think } from "@holdall/tools-interact";
import type { MessageTool } from "@holdall/tools-messages";
import type { ProgramTool } from "@holdall/tools-program";
import type { ResearchTool } from "@holdall/tools-research";
import { type LoadSkillOptions, loadSkill, skillPolicy } from "@holdall/tools-skills";
import { type TodoTool, type TodoToolsOptions, todoTools } from "@holdall/tools-todos";
import type { WebTool } from "@holdall/tools-web";
import { isInPreset } from "../catalog.ts";
import { research as researcher } from "../families/_agents.ts";
import type { SearchTool } from "../families/_search.ts";
import { openWeb, type PresetWeb } from "../families/_web.ts";
import { pointedReason } from "../policy/_indirect-paths.ts";
import { officeNotes } from "../session/notes.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "../session/preset.ts";
import { commonCode } from "./common-code.ts";

export interface OfficeOptions<D extends Dialect = Dialect> extends PresetOptions<D> {
  readonly todos?: TodoToolsOptions | undefined;
  readonly web?: PresetWeb | undefined;
  /** Agent Skills, opened with `openSkills`. Without them, there is no load_skill. */
  readonly skills?: LoadSkillOptions | undefined;
  /** Questions and plan mode, with an asker. Without it, these tools are left out. */
  readonly interact?: InteractToolsOptions | undefined;
}

/** The types of all tools that the preset can have. */
export type OfficeTools = ToolTypesOf<
  | Exclude<FsTool, { readonly name: "delete_file" | "move_file" }>
  | CodeTool
  | DataTool
  | DocsTool
  | ResearchTool
  | FinanceTool
  | MessageTool
  | ProgramTool
  | WebTool
  | TodoTool
  | InteractTool
  | SearchTool
  | EnvTool
  | ReturnType<typeof loadSkill | typeof think>
>;

/**
 * Create a preset for work with data, documents, the web, prices and messages. Reads and writes below the root are allowed;
 * deletes are not. The web and paid calls ask. Every message asks and is shown completely, regardless of the user's rules.
 * All tools except those for files, the web and planning are found with tool_search.
 */
export function office<D extends Dialect = "snake">(options: OfficeOptions<D> = {}): Preset<OfficeTools, D> {
  const web = openWeb(options.web, options.secrets);
  const { skills, interact } = options;
  return definePreset<OfficeTools, D>("office", commonCode, { ...options, records: true }, (place) => {
    return {
      tools: [
        ...[...fsTools({ ...place, preview: overlay }), ...codeTools(place)].filter(isInPreset("office")),
        ...web.tools,
        ...todoTools(options.todos),
        ...(skills ? [loadSkill(skills)] : []),
        ...(interact ? interactTools(interact) : []),
      ],
      policy: firstOf(
        ask({ actions: ["network", "spend"] }),
        ...(skills ? [skillPolicy(skills.skills)] : []),
        onlyBelow(place, "read", "write"),
      ),
      always: askProtected({ roots: place.names, also: options.backend ? undefined : pointedReason(place.names) }),
      about: `You work with data and documents below ${place.folders}, where you can read and write files. The user approves every message before it is sent.${web.about}`,
      notes: officeNotes,
      agents: [researcher],
      web: options.web !== false,
    };
  });
}
