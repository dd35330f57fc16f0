import type { SandboxReport } from "@holdall/sandbox/port";
import { type ToolContext, toPath, toToolError } from "@holdall/tool-core";
import type { PermittedWrites, ProtectedChange, TakeBackOptions } from "../options.ts";
import {
  keptNote,
  type Moment,
  protectedMessage,
  protectedNote,
  type TakenFile,
  takenMessage,
} from "./protected-changes.ts";

/** A look at protected files, after something has run. */
export interface ProtectedLook {
  readonly found: Pick<SandboxReport, "tampered" | "made">;
  readonly moment: Moment;
  /** When what ran was started, by `performance.now()`. */
  readonly since: number;
  readonly wasPermitted: PermittedWrites | undefined;
}

/** The result for the files that were found. */
export interface ReclaimedFiles {
  /** Those that nothing permitted, and are where they were made. */
  readonly tampered: readonly string[];
  readonly taken: readonly TakenFile[];
  /** For the model. */
  readonly notes: readonly string[];
  /** For the host; undefined if everything was permitted. */
  readonly change: Omit<ProtectedChange, "sessionId"> | undefined;
}

/**
 * Take protected files that were made out of their place, and put them back if the policy or the user lets the session write
 * them. What calls of the session were permitted to write is not touched. Without a context the user is not asked.
 */
export async function reclaimProtected(
  { found: { tampered: all, made = [] }, moment, since, wasPermitted }: ProtectedLook,
  options: TakeBackOptions | undefined,
  ctx?: Pick<ToolContext, "decide" | "require">,
): Promise<ReclaimedFiles> {
  const tampered: string[] = [];
  for (const path of all) if (!(await wasPermitted?.(path, since))) tampered.push(path);
  const wanted = options ? made.filter((path) => tampered.includes(path)) : [];
  const asked: string[] = [];
  for (const path of wanted) if ((await decided(path, ctx)) !== "allow") asked.push(path);
  const { taken, failed } = await takeAll(asked, options);
  const refusal = await ask(taken, ctx);
  const kept = refusal === undefined ? await putBackAll(taken, options) : taken;
  const away = new Set(taken.map(({ path }) => path));
  const left = tampered.filter((path) => !away.has(path));
  if (left.length === 0 && kept.length === 0) return { tampered: left, taken: kept, notes: [], change: undefined };
  const paths = [...left, ...kept.map(({ path }) => path)];
  const messages = [
    ...(left.length > 0 ? [protectedMessage(left, moment)] : []),
    ...(kept.length > 0 ? [takenMessage(kept, moment, refusal)] : []),
  ];
  return {
    tampered: left,
    taken: kept,
    notes: [
      ...(left.length > 0 ? [protectedNote(left, moment)] : []),
      ...(kept.length > 0 ? [keptNote(kept, moment, refusal)] : []),
      ...failed,
    ],
    change: { paths, moment, message: messages.join(" ") },
  };
}

const writing = (path: string) => ({ action: "write", target: toPath(path) }) as const;

const decided = async (path: string, ctx: Pick<ToolContext, "decide"> | undefined) =>
  ctx ? await ctx.decide(writing(path)) : "ask";

const nobody = "they need approval and the user could not be asked";

/** Why the files must not be there; undefined if the user agrees to them. */
async function ask(
  taken: readonly TakenFile[],
  ctx: Pick<ToolContext, "require"> | undefined,
): Promise<string | undefined> {
  if (taken.length === 0) return undefined;
  if (!ctx) return nobody;
  try {
    await ctx.require(...taken.map(({ path }) => writing(path)));
    return undefined;
  } catch (error) {
    const { message } = toToolError(error);
    if (/the user declined/.test(message)) return "the user declined";
    return /the user cannot be asked/.test(message) ? nobody : "they are not permitted";
  }
}

async function takeAll(paths: readonly string[], options: TakeBackOptions | undefined) {
  const taken: TakenFile[] = [];
  const failed: string[] = [];
  for (const path of paths) {
    try {
      if (options) taken.push({ path, kept: await options.take(toPath(path)) });
    } catch (error) {
      failed.push(`${path} could not be taken back: ${toToolError(error).message}`);
    }
  }
  return { taken, failed };
}

/** Returns those that could not be put back, because something else is in their place. */
async function putBackAll(
  taken: readonly TakenFile[],
  options: TakeBackOptions | undefined,
): Promise<readonly TakenFile[]> {
  const stuck: TakenFile[] = [];
  for (const { path, kept } of taken) {
    await options?.putBack(toPath(kept), toPath(path)).catch(() => stuck.push({ path, kept }));
  }
  return stuck;
}
