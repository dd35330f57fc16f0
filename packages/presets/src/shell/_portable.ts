import { ask, firstOf, isWithin, type Path, type Policy } from "@holdall/tool-core";
import type { Secrets } from "@holdall/tool-kit/secrets";
import { knowsFile, recordCommand } from "@holdall/tools-fs";
import { movedTo, type PortableShellOptions, portableBash } from "@holdall/tools-shell/portable";
import { taskTools } from "@holdall/tools-tasks";
import { openWebClient } from "@holdall/tools-web";
import type { PresetWeb } from "../families/_web.ts";
import type { OpenedFamily } from "../sets/code.ts";
import type { PresetPortableShell } from "./_shell-choice.ts";

interface PortablePlace extends Pick<PortableShellOptions, "backend" | "keepOutput" | "readsOnly"> {
  readonly names: readonly Path[];
  /** Files may be replaced without having been read. */
  readonly overwriteUnread?: boolean | undefined;
  readonly web: PresetWeb | undefined;
  readonly secrets: Secrets | undefined;
}

/** A shell on the files of a preset, wherever they are. Its policy is the one of the file tools, asked when a file is touched. */
export function openPortable({ kind: _, ...options }: PresetPortableShell, place: PortablePlace): OpenedFamily {
  const { backend, keepOutput, names, readsOnly, overwriteUnread = false, web, secrets } = place;
  const bash = portableBash({
    ...(web !== false && { client: web?.client ?? openWebClient() }),
    secrets,
    keepOutput,
    ...options,
    backend,
    roots: names,
    readsOnly,
    isKnown: (session, path) => overwriteUnread || knowsFile(session, path),
    onChanges: recordCommand,
  });
  return {
    tools: [bash, ...taskTools()],
    policy: firstOf(ofCommands(names), ask({ actions: ["network"], tools: ["bash"] })),
  };
}

/** A command may run; what is moved inside the roots is kept. Everything else is for the policy of the files. */
const ofCommands =
  (roots: readonly Path[]): Policy =>
  ({ tool, access }) => {
    if (tool.name !== "bash") return undefined;
    if (!access || access.action === "execute") return { effect: "allow" };
    const to = access.action === "delete" ? movedTo(access) : undefined;
    const isInside = (path: string) => roots.some((root) => path !== root && isWithin(path as Path, root));
    return to !== undefined && isInside(access.target) && isInside(to) ? { effect: "allow" } : undefined;
  };
