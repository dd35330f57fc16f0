import type { Awaitable, Backend, Dialect, Tool } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import type { EnvToolsOptions } from "@holdall/tools-env";
import type { PresetExtensions } from "../extensions/_opened.ts";
import type { PresetAgents } from "../families/_agents.ts";
import type { FamilyOptions } from "../families/_families.ts";
import type { PresetSearch } from "../families/_search.ts";
import type { PresetHistory } from "../history/_history.ts";
import type { OutputFolder } from "../policy/_output-folder.ts";
import type { PresetPermissions } from "../policy/_rule-policy.ts";
import type { PresetUntrustedText } from "../policy/_untrusted-values.ts";
import type { PresetMiddleware } from "./middleware.ts";

export interface PresetOptions<D extends Dialect = Dialect> extends FamilyOptions {
  /** The folder that the tools stay in, and where relative paths start. The process's own by default; `/` with a backend. */
  readonly root?: string | undefined;
  /** Further folders that the tools may work in, with paths that start at `root` or are absolute. None in a backend. */
  readonly moreRoots?: readonly string[] | undefined;
  /**
   * A folder on disk next to the root for files that a host stores for the model, such as messages removed by a
   * compaction: tools may read those for which `isReadable` is true, and change none.
   */
  readonly kept?: OutputFolder | undefined;
  /** Where the files live instead of on disk. */
  readonly backend?: Backend | undefined;
  /**
   * What the tools read and write instead of the disk itself, such as the unsaved text of an editor above it. Gets the disk as
   * it is confined to the roots. Commands still work on the disk.
   */
  readonly layer?: ((disk: Backend) => Backend) | undefined;
  /** Ignore rules of the user's own, or what reads them. On disk those that git knows, by default; elsewhere none. */
  readonly excludes?: string | (() => Awaitable<string>) | undefined;
  /** Let write_file replace files that exist and were not read, without `overwrite: true` on the call. */
  readonly overwriteUnread?: boolean | undefined;
  /** How tools are spelled to the model; every spelling is accepted. */
  readonly dialect?: D | undefined;
  /** Tools to omit, by any spelling, such as those that a host provides itself. */
  readonly without?: readonly string[] | undefined;
  /** The model has a shell, the preset's or the host's own: tools that a shell replaces are omitted. */
  readonly withShell?: boolean | undefined;
  /**
   * Rules and a mode of the user, in addition to the preset's policy. They never override what always asks or is always
   * denied.
   */
  readonly permissions?: PresetPermissions | undefined;
  /**
   * What text of others may decide without a question, and whose text. By default it may not choose a recipient, a host, a
   * command, a path outside the roots, or what a tool of others changes, whatever the rules and the mode say. `false` turns
   * the check off.
   */
  readonly untrustedText?: PresetUntrustedText | false | undefined;
  /** Time limit, output limit, limit of repeated calls and hidden values; `false` for none of them. */
  readonly middleware?: PresetMiddleware | false | undefined;
  /**
   * Secrets of the user, such as `openSecrets` of `@holdall/middleware/node`: a model writes `secret:NAME`, and the value is put
   * in where a tool sends it, for the hosts of that secret. Calls that would carry a value elsewhere are refused, and values are
   * hidden in results, whatever `middleware` says.
   */
  readonly secrets?: Secrets | undefined;
  /**
   * What sessions change is recorded, so that the tool `undo` takes back every call, commands included; `false` for no
   * record. Presets that change nothing have none.
   */
  readonly history?: PresetHistory | false | undefined;
  /**
   * A folder on disk that is private to its user and in no root: the index of code search stays there between sessions, so that
   * the first question does not wait for it. Without it, or with a `backend`, it is in memory only.
   */
  readonly cache?: string | undefined;
  /** Options of current_time and env_info. */
  readonly env?: EnvToolsOptions | undefined;
  /** The tool `task`, which hands work to agents; without it there is none. */
  readonly agents?: PresetAgents | undefined;
  /**
   * Further tools, such as those of MCP servers. Accesses other than files ask for approval unless a rule decides;
   * presets that change nothing reject tools that may change something.
   */
  readonly tools?: readonly Tool[] | undefined;
  /** Tools, middleware and policies of others, from `presetExtensions` of `@holdall/presets/extensions`. */
  readonly extensions?: PresetExtensions | undefined;
  /**
   * Options of tool_search, and which tools wait to be found: by default all but the few that the preset shows. `false` to
   * show every tool that is loaded; `registry.load()` loads all.
   */
  readonly search?: PresetSearch | false | undefined;
}
