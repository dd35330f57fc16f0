import { type Access, type Backend, type Path, type ToolContext, ToolError } from "@holdall/tool-core";
import { guardBackend, resolvePaths } from "@holdall/tool-kit/file-tools";
import { movedTo } from "./moves.ts";

/** The part of a call that decides on accesses. */
export type JudgingContext = Pick<ToolContext, "decide" | "require" | "signal">;

/** What the policy refused during a command. */
export interface Refusal {
  readonly action: Access["action"];
  readonly path: string;
  readonly reason: string;
}

export interface Judge {
  /**
   * Ask the policy about accesses of paths, and where links lead. Returns a backend that opens exactly those. Throws
   * `permission_denied`. An answer holds for the rest of the command; in the background, which has no end, for once.
   */
  permit(accesses: readonly Access[]): Promise<Backend>;
  /** Ask the policy about an access that is not a file. */
  permitOther(access: Access): Promise<void>;
  /** Links have changed, so that paths may lead elsewhere. */
  forget(): void;
  readonly refusals: readonly Refusal[];
}

interface JudgeOptions {
  readonly backend: Backend;
  readonly ctx: JudgingContext;
  /** Why the command may only read now; undefined if it may do more. */
  readonly readOnly: () => string | undefined;
  /** The command runs after its call, so that the user cannot be asked. */
  readonly isBackground: boolean;
  /** Wraps a question to the user, whose time does not count. */
  readonly asking: <T>(question: Promise<T>) => Promise<T>;
}

/** Decides on each file that a command touches, when it touches it. */
export function createJudge({ backend, ctx, readOnly, isBackground, asking }: JudgeOptions): Judge {
  const opened = new Map<string, Backend>();
  const answers = new Map<string, true | ToolError>();
  const refusals: Refusal[] = [];

  const refuse = ({ action, target }: Access, error: ToolError): never => {
    if (!refusals.some((each) => each.action === action && each.path === target))
      refusals.push({ action, path: target, reason: reasonOf(error) });
    throw error;
  };
  const decideAll = async (accesses: readonly Access[]): Promise<void> => {
    const questions: Access[] = [];
    for (const access of accesses) {
      const reason = access.action === "read" ? undefined : readOnly();
      if (reason !== undefined) refuse(access, onlyReads(access, reason));
      const known = isBackground ? undefined : answers.get(keyOf(access));
      if (known === true) continue;
      if (known) refuse(access, known);
      const effect = await ctx.decide(access);
      if (effect === "allow") answers.set(keyOf(access), true);
      else if (effect === "ask") questions.push(access);
      else await ask([access]);
    }
    if (questions.length > 0) await ask(questions);
  };
  const ask = async (accesses: readonly Access[]): Promise<void> => {
    try {
      if (isBackground && (await Promise.all(accesses.map((each) => ctx.decide(each)))).includes("ask"))
        throw unattended();
      await asking(ctx.require(...accesses));
      for (const access of accesses) answers.set(keyOf(access), true);
    } catch (error) {
      if (!ToolError.is(error) || error.code !== "permission_denied") throw error;
      for (const access of accesses) answers.set(keyOf(access), error);
      for (const access of accesses) refuse(access, error);
    }
  };

  return {
    refusals,
    async permit(accesses) {
      const key = accesses.map(keyOf).join("\n");
      const known = isBackground ? undefined : opened.get(key);
      if (known) return known;
      const places = await resolvePaths(backend, accesses);
      await decideAll(places.accesses);
      const view = backend.realPath ? guardBackend(backend, places) : backend;
      if (opened.size >= maxOpened) opened.clear();
      opened.set(key, view);
      return view;
    },
    permitOther: (access) => decideAll([access]),
    forget: () => opened.clear(),
  };
}

/** Places of paths that are kept; beyond them, they are resolved again. */
const maxOpened = 4_096;

/** What a move keeps elsewhere says nothing about a delete. */
const keyOf = (access: Access): string => `${access.action} ${access.target}\0${movedTo(access) ?? ""}`;

const unattended = () =>
  new ToolError("permission_denied", "Not permitted: it needs approval, and a command in the background cannot ask.", {
    hint: "Run it without run_in_background.",
  });

const onlyReads = ({ action }: Access, reason: string) =>
  new ToolError("permission_denied", `${reason}: ${action} is not allowed.`);

/** The reason without what a note says anyway. */
const reasonOf = ({ message }: ToolError): string => message.replace(/^Not permitted: /, "").trim();

/** The accesses of one path. */
export const accessesTo = (path: Path, ...actions: readonly Access["action"][]): Access[] =>
  actions.map((action) => ({ action, target: path }));
