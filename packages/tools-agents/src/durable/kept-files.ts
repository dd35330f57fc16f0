import { type Json, ToolError } from "@holdall/tool-core";
import { contentHash, createSerialQueue } from "@holdall/tool-kit";
import type { AgentWorkspace } from "../port/index.ts";

/** What one step of a run keeps of the files of an isolated agent. */
export interface KeptFiles {
  /** Where in the run the steps of that agent are: steps of agents within its files keep them, too. */
  readonly place: string;
  /** The state with the highest number is the last one. */
  readonly order: number;
  readonly paths: readonly string[];
  /** The hash of each change; null if the changes are more than can be kept. */
  readonly parts: readonly string[] | null;
  /** Changes by their hash that no step before has kept. */
  readonly added: Readonly<Record<string, Json>>;
}

/** Keeps the files of one agent with the steps of its run. */
export interface FilesJournal {
  /** What a step has to keep of the files as they are now. Undefined if the last one has kept the same. */
  take(): Promise<KeptFiles | undefined>;
  /** Called when the step is stored. What was taken for a step that is not is taken again. */
  stored(kept: KeptFiles): void;
}

/** Bytes of changed files that are kept of one agent. */
export const maxKept = 32 * 1024 * 1024;

const asParts = (saved: Json): readonly Json[] => (Array.isArray(saved) ? saved : [saved]);

interface JournalOf {
  readonly place: string;
  readonly workspace: AgentWorkspace;
  readonly earlier: readonly KeptFiles[];
  /** The agent has changed nothing yet. */
  readonly isUnchanged: boolean;
}

/** Keep the files of the agent at a place, after what `earlier` has kept of them. */
export function createFilesJournal({ place, workspace, earlier, isUnchanged }: JournalOf): FilesJournal {
  const stored = new Set<string>();
  /** The numbers of states whose steps are not stored yet. */
  const pending = new Set<number>();
  let last: KeptFiles | undefined;
  let order = 0;
  const inTurn = createSerialQueue();
  const add = (kept: KeptFiles) => {
    for (const hash of Object.keys(kept.added)) stored.add(hash);
    if (!last || kept.order > last.order) last = kept;
    order = Math.max(order, kept.order);
  };
  for (const each of earlier) if (each.place === place) add(each);
  const isSame = (parts: readonly string[] | null) =>
    pending.size === 0 && JSON.stringify(parts) === (last ? JSON.stringify(last.parts) : isUnchanged ? "[]" : "");
  return {
    take: () =>
      inTurn(async () => {
        const saved = await workspace.save?.(maxKept);
        const found = saved === undefined ? undefined : asParts(saved);
        const hashes = found?.map((part) => contentHash(new TextEncoder().encode(JSON.stringify(part)))) ?? null;
        if (isSame(hashes)) return undefined;
        const paths = (await workspace.changes()).map(({ path }) => path);
        const added = (found ?? []).flatMap((part, at): [string, Json][] => {
          const hash = hashes?.[at] ?? "";
          return stored.has(hash) ? [] : [[hash, part]];
        });
        const kept = { place, order: ++order, paths, parts: hashes, added: Object.fromEntries(added) };
        pending.add(kept.order);
        return kept;
      }),
    stored(kept) {
      pending.delete(kept.order);
      add(kept);
    },
  };
}

/** The outputs of steps that can have files: those of calls have them in their note. */
interface KeepsFiles {
  readonly files?: readonly KeptFiles[] | undefined;
  readonly note?: KeepsFiles | null | undefined;
}

/** Everything that the steps of a run have kept of the files of its agents. */
export const keptFilesIn = (steps: readonly { readonly output?: Json | undefined }[]): readonly KeptFiles[] =>
  steps.flatMap(({ output }) => {
    const { files, note } = Object(output) as KeepsFiles;
    return [...(files ?? []), ...(note?.files ?? [])];
  });

/** The changes at a place that were kept last, as `AgentWorkspace.load` takes them. */
export interface LastFiles {
  readonly paths: readonly string[];
  readonly saved: Json;
}

/** The last state of the files of the agent at a place. Throws `not_found` if it was more than could be kept. */
export function lastFilesOf(kept: readonly KeptFiles[], place: string): LastFiles | undefined {
  const own = kept.filter((each) => each.place === place);
  const last = own.reduce<KeptFiles | undefined>(
    (max, each) => (max && max.order > each.order ? max : each),
    undefined,
  );
  if (!last) return undefined;
  const { paths, parts } = last;
  const known = new Map(own.flatMap(({ added }) => Object.entries(added)));
  const saved = parts?.map((hash) => known.get(hash));
  if (!saved || saved.includes(undefined)) throw notKept(paths);
  return { paths, saved: saved as Json };
}

export const notKept = (paths: readonly string[]) =>
  new ToolError(
    "not_found",
    `The process in which the agent worked has ended, and its changes were more than the ${maxKept / 1024 ** 2} MiB that are kept with a run.`,
    {
      hint: `Start an agent that changes ${paths.length > 0 ? paths.join(", ") : "the files"} again, in smaller parts.`,
      data: { paths: [...paths] },
    },
  );
