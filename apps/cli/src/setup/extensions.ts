import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PresetOptions } from "@holdall/presets";
import type { Extension } from "@holdall/tool-kit/extension";
import { userFolder } from "../config/ownership/user-folder.ts";
import type { LoadedExtension } from "../extensions/load-extensions.ts";
import type { SetupContext } from "./options.ts";
import type { ChosenSettings } from "./settings.ts";

/** The extensions of a setup. */
export interface SetupExtensions {
  readonly loaded: readonly LoadedExtension[];
  readonly options: Pick<PresetOptions, "extensions">;
  readonly backends: NonNullable<Extension["backends"]>;
}

/**
 * The second step: load what the person has put into their own folder or named with `--config`, and what they trust of a
 * checkout. One that cannot be loaded is named on stderr, and the session starts without it.
 */
export async function openExtensions(
  settings: ChosenSettings,
  { io, options }: SetupContext,
): Promise<SetupExtensions> {
  const mayBe = (settings.config.extensions?.length ?? 0) > 0 || existsSync(join(userFolder(io.env), "tools"));
  if (!mayBe) return { loaded: [], options: {}, backends: {} };
  const [{ findExtensions }, { loadExtensions }, { presetExtensions }] = await Promise.all([
    import("../extensions/find-extensions.ts"),
    import("../extensions/load-extensions.ts"),
    import("@holdall/presets/extensions"),
  ]);
  const loaded = await loadExtensions(findExtensions(settings, io.env), { env: io.env, ask: options.askToLoad });
  for (const each of loaded) {
    if (each.state !== "loaded") tell(io, each.label, each.problem ?? each.state, each.fix);
  }
  const extensions = loaded.flatMap((each) => each.extensions);
  return {
    loaded,
    options: { extensions: presetExtensions(extensions, { files: loaded.flatMap(({ files }) => files) }) },
    backends: Object.assign({}, ...extensions.map(({ backends = {} }) => backends)),
  };
}

/** What of the extensions cannot be used in this preset. */
export function tellProblems(io: SetupContext["io"], { states }: { readonly states: PresetStates }): void {
  for (const { name, problems } of states) for (const problem of problems) tell(io, name, problem);
}

type PresetStates = readonly { readonly name: string; readonly problems: readonly string[] }[];

function tell({ stderr }: SetupContext["io"], name: string, problem: string, fix?: string): void {
  const [plainName, text] = [name, problem].map((each) => each.replace(/[\r\n]+/g, " "));
  stderr.write(`holdall: the extension ${plainName}: ${text}.${fix === undefined ? "" : ` To fix it, ${fix}.`}\n`);
}
