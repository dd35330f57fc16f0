import type { CodeServer } from "@holdall/language-servers/port";
import { allow, type Dialect, firstOf, strictest, type ToolTypesOf } from "@holdall/tool-core";
import { type CodeTool, codeTools } from "@holdall/tools-code";
import type { EnvTool } from "@holdall/tools-env";
import type { FinanceTool } from "@holdall/tools-finance";
import { fileInfo, globFiles, grepFiles, listDirectory, listFiles, readFile, textEditor } from "@holdall/tools-fs";
import type { think } from "@holdall/tools-interact";
import type { ResearchTool } from "@holdall/tools-research";
import type { ShellTool } from "@holdall/tools-shell";
import type { TaskTool } from "@holdall/tools-tasks";
import type { WebTool } from "@holdall/tools-web";
import { openOutputs } from "../families/_outputs.ts";
import type { SearchTool } from "../families/_search.ts";
import { openWeb, type PresetWeb } from "../families/_web.ts";
import { confinedBy, keptFromDenied } from "../policy/_confinement.ts";
import { lookingNotes } from "../session/notes.ts";
import { definePreset, onlyBelow, type Preset, type PresetOptions } from "../session/preset.ts";
import { openPortable } from "../shell/_portable.ts";
import { sharedSandbox } from "../shell/_shared-sandbox.ts";
import { openShell, type PresetShell, readOnlyShell } from "../shell/_shell.ts";
import { chooseShell, type ShellChoice } from "../shell/_shell-choice.ts";
import { commonCode } from "./common-code.ts";

export interface ReadonlyOptions<D extends Dialect = Dialect> extends PresetOptions<D> {
  /**
   * A shell whose sandbox supports the level `read_only`. A sandbox that does not is not used: there is no shell then, or, if
   * the sandbox is opened with the first command, no command runs. `"portable"` for a shell that is interpreted over the files,
   * wherever they are, and can only read them.
   */
  readonly shell?: ShellChoice | undefined;
  readonly web?: PresetWeb | undefined;
  /** Language servers for definitions, references and calls. Without them, the index answers. Dispose of them yourself. */
  readonly servers?: CodeServer | undefined;
}

type Looking =
  | typeof readFile
  | typeof textEditor
  | typeof listFiles
  | typeof listDirectory
  | typeof fileInfo
  | typeof globFiles
  | typeof grepFiles;

/** The types of all tools that the preset can have. */
export type ReadonlyTools = ToolTypesOf<
  | ReturnType<Looking | typeof think>
  | CodeTool
  | ShellTool
  | TaskTool
  | WebTool
  | ResearchTool
  | FinanceTool
  | SearchTool
  | EnvTool
>;

/**
 * Create a read-only preset: read, list, glob and grep below the root, the web with approval, and commands if a sandbox can
 * make them read-only.
 */
export function readonly<D extends Dialect = "snake">(options: ReadonlyOptions<D> = {}): Preset<ReadonlyTools, D> {
  const { backend } = options;
  const { system: wanted, portable } = chooseShell(options.shell, undefined);
  const web = openWeb(options.web, options.secrets);
  const outputs = wanted && !backend && canConfine(wanted) ? openOutputs() : undefined;
  const kept = portable && !backend ? openOutputs() : undefined;
  const beside = (outputs ?? kept)?.folder;
  return definePreset<ReadonlyTools, D>("readonly", commonCode, { ...options, beside }, (place) => {
    const { permissions, dialect } = options;
    const restrictions = { permissions, roots: place.names, worktrees: options.agents?.worktrees };
    const shared = wanted && outputs ? sharedSandbox(wanted.sandbox, restrictions) : undefined;
    const shell = wanted && outputs && shared && openShell(wanted, { outputs, level: "read_only", dialect, shared });
    const files = [
      ...[readFile, listFiles, listDirectory, fileInfo, globFiles, grepFiles].map((tool) => tool(place)),
      textEditor({ readOnly: true }),
      ...codeTools({ ...place, servers: options.servers }),
    ];
    const about = `You can read files below ${place.folders} and change nothing`;
    const hasWeb = options.web !== false;
    if (portable) {
      const opened = openPortable(portable, {
        ...place,
        keepOutput: kept?.keep,
        readsOnly: () => true,
        web: options.web,
        secrets: options.secrets,
      });
      return {
        tools: [...files, ...web.tools, ...opened.tools],
        policy: firstOf(
          ...(kept ? [kept.reads] : []),
          web.policy,
          ...(opened.policy ? [opened.policy] : []),
          onlyBelow(place, "read"),
        ),
        ...(kept && { always: kept.guard }),
        about: `${about}; commands of a portable shell can read them, too.${web.about}`,
        notes: lookingNotes,
        looksOnly: true,
        shell: true,
        isConfined: ({ tool }) => tool.category === "shell",
        isKeptFromDenied: ({ tool }) => tool.category === "shell",
        web: hasWeb,
      };
    }
    if (!shell) {
      return {
        tools: [...files, ...web.tools],
        policy: firstOf(web.policy, onlyBelow(place, "read")),
        about: `${about}${wanted ? "; no commands." : "."}${web.about}`,
        notes: lookingNotes,
        looksOnly: true,
        web: hasWeb,
      };
    }
    return {
      tools: [...files, ...web.tools, ...shell.tools],
      policy: firstOf(outputs.reads, web.policy, allow({ tools: ["bash"] }), onlyBelow(place, "read")),
      always: strictest(readOnlyShell(shell, place.names), outputs.guard),
      about: `${about}; commands run only in a sandbox that keeps them to that, with a temporary folder and no network.${web.about}`,
      notes: lookingNotes,
      looksOnly: true,
      shell: true,
      sandbox: shared,
      isConfined: confinedBy(shell),
      isKeptFromDenied: keptFromDenied(shell, "read_only"),
      web: hasWeb,
    };
  });
}

const canConfine = ({ sandbox }: PresetShell) =>
  typeof sandbox === "function" || (sandbox?.confines("read_only") ?? false);
