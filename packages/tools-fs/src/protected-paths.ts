import { type Policy, type PolicyRequest, toPath } from "@holdall/tool-core";
import { protectedNames, protectedPaths } from "./_protected-names.ts";

export interface ProtectedOptions {
  /** Folders to work in, under every name they have: only what lies below them is judged, from there on. Other paths are judged whole. */
  readonly roots?: readonly string[] | undefined;
}

/** Ask a person about writing or deleting what can run code or change rules: see `protectedReason`. Abstains on the rest. */
export const askProtected = (options: ProtectedOptions = {}): Policy =>
  guard(options, (reason, { tool, access }) => ({
    effect: "ask",
    prompt: `${tool.title}: ${access?.action} ${access?.target}, which is ${reason}`,
  }));

/** Deny writing or deleting them. Abstains on the rest. */
export const denyProtected = (options: ProtectedOptions = {}): Policy =>
  guard(options, (reason, { access }) => ({
    effect: "deny",
    reason: `${access?.target} is ${reason}, which these tools may not change.`,
  }));

function guard(
  { roots = [] }: ProtectedOptions,
  decide: (reason: string, request: PolicyRequest) => ReturnType<Policy>,
): Policy {
  const reasonFor = reasonsBelow(roots);
  return (request) => {
    const { access } = request;
    if (access?.action !== "write" && access?.action !== "delete") return undefined;
    const reason = reasonFor(access.target);
    return reason === undefined ? undefined : decide(reason, request);
  };
}

/**
 * What a path is, when it is protected: inside of a git repository (nested and bare ones too), shell start-up files,
 * configuration of agents, editors, package managers and builds. Names count as any file system may read them: whatever
 * their case, width, invisible characters, trailing dots, alternate streams, or short name.
 */
export const protectedReason = (path: string, roots: readonly string[] = []): string | undefined =>
  reasonsBelow(roots)(path);

function reasonsBelow(roots: readonly string[]): (path: string) => string | undefined {
  const tops = roots.map((root) => fold(toPath(root))).sort((a, b) => b.length - a.length);
  return (path) => {
    const folded = fold(toPath(path));
    const top = tops.find((each) => folded === each || each === "/" || folded.startsWith(`${each}/`));
    const below = `${folded.slice(top === undefined || top === "/" ? 0 : top.length)}/`;
    for (const name of below.split("/")) {
      const reason = reasons.get(name) ?? (/^.+\.git$|^git~\d$/.test(name) ? reasons.get(".git") : undefined);
      if (reason !== undefined) return reason;
    }
    for (const [reason, paths] of Object.entries(protectedPaths)) {
      if (paths.some((each) => below.includes(`/${each}/`))) return reason;
    }
    return undefined;
  };
}

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries(protectedNames).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);

/** One spelling for all that file systems take for the same name. */
const fold = (path: string): string =>
  path
    .normalize("NFKC")
    .replace(/\p{Cf}|\p{Cc}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164/gu, "")
    .toLowerCase()
    .split("/")
    .map((name, i) => (i === 1 && /^[a-z]:$/.test(name) ? name : name.split(":")[0]!.replace(/[. ]+$/, "")))
    .join("/");
