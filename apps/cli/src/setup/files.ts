import type { PresetOptions } from "@holdall/presets";
import type { ChosenSandbox } from "@holdall/sandbox";
import type { Backend } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { historyFolder, indexFolder } from "../config/ownership/user-folder.ts";
import type { SetupExtensions } from "./extensions.ts";
import type { SetupContext } from "./options.ts";
import type { ChosenSettings } from "./settings.ts";

/** Where tools work and commands run. */
export interface SetupFiles {
  /** Where the files live when not on disk. */
  readonly backend: Backend | undefined;
  /** The sandbox for commands, found by probing. The caller disposes it. */
  readonly findSandbox: () => Promise<ChosenSandbox>;
  readonly options: Pick<PresetOptions, "root" | "moreRoots" | "backend" | "layer" | "kept" | "history" | "cache">;
}

/** Milliseconds, in which a host says hello and lists the tools. */
const afterStart = 300;

/** The third step: open the backend, and say where changes are recorded and indexes kept. */
export async function openFiles(
  settings: ChosenSettings,
  { backends }: Pick<SetupExtensions, "backends">,
  namedSecrets: Secrets | undefined,
  { io, options, opened }: SetupContext,
): Promise<SetupFiles> {
  const { preset, root, moreRoots, roots, config, sandbox: mode, backend: place } = settings;
  const backend =
    place && (await (await import("../config/open-backend.ts")).openBackend(place.address, place.from, backends));
  opened.defer(async () => await backend?.[Symbol.asyncDispose]?.());
  const { processes, temporary } = config.limits ?? {};
  const findSandbox = async () => {
    const { chooseSandbox } = await import("@holdall/sandbox");
    return await chooseSandbox({ mode, roots, limits: { processes, temporary }, namedSecrets });
  };
  // The first command would wait for the probe of a sandbox; a model takes longer to ask for one.
  if (options.background && preset === "coding" && !place && mode !== "off") {
    const prepare = async () => (await import("@holdall/sandbox")).prepareSandbox();
    const probing = setTimeout(() => void prepare().catch(() => {}), afterStart).unref();
    opened.defer(() => clearTimeout(probing));
  }
  const history = config.history === false ? false : (options.history ?? { folder: historyFolder(io.env) });
  return {
    backend,
    findSandbox,
    options: {
      root,
      moreRoots,
      backend,
      layer: options.layer,
      kept: options.kept,
      history,
      cache: indexFolder(io.env),
    },
  };
}
