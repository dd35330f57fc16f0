import {
  type Backend,
  basename,
  comparePaths,
  type Entry,
  type Io,
  isWithin,
  joinPath,
  type Path,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { unlessMissing } from "@holdall/tool-kit/backends";
import { type FoundSkill, type SkillProblem, type SkillScope, type SkillSource, skillLimits } from "../parse/skill.ts";
import { openFolder } from "./open-folder.ts";

export interface SkillFolderOptions {
  readonly backend: Backend;
  /** The folder that contains skill folders, such as `/project/.agents/skills`. It does not have to exist. */
  readonly root: string;
  readonly scope: Exclude<SkillScope, "mcp">;
  /** Whether a skill asks before its first use and after each change. By default, only project skills do. */
  readonly isTrusted?: boolean | undefined;
  /** The folder that links cannot leave. For a project, its skills folder by default; otherwise, everything in the backend. */
  readonly linksWithin?: string | undefined;
  /** Whether the paths are valid for other tools. True by default for all scopes except `builtin`. */
  readonly hasPaths?: boolean | undefined;
  readonly name?: string | undefined;
}

/** Skills that are read at a time. */
const atOnce = 16;
/** Bytes of a SKILL.md that are read to list it. */
const headBytes = 4 * skillLimits.frontMatter;

/**
 * Create a source of skills from the subfolders of a folder, each with a SKILL.md. Folders that start with a dot, and
 * `node_modules`, are skipped. Other folders without a valid skill are reported as problems.
 */
export function skillFolder({
  backend,
  root: written,
  scope,
  isTrusted = scope !== "project",
  linksWithin,
  hasPaths = scope !== "builtin",
  name = written,
}: SkillFolderOptions): SkillSource {
  const root = toPath(written);
  const bounds = toPath(linksWithin ?? (scope === "project" ? root : "/"));

  const list = async (signal?: AbortSignal) => {
    const skills: FoundSkill[] = [];
    const problems: SkillProblem[] = [];
    const report = (path: string, message: string, line?: number) =>
      problems.push({ source: name, path, ...(line !== undefined && { line }), message, skipped: true });
    const place = await placeOf(root, signal).catch((error: unknown) => report(root, reasonOf(error)));
    if (typeof place !== "string") return { skills, problems };
    const folders: { readonly path: Path; readonly real: Path }[] = [];
    for (const entry of (await unlessMissing(entriesOf(place, signal))) ?? []) {
      const folderName = basename(entry.path);
      if (entry.kind === "file" || entry.kind === "other" || isUnseen(folderName)) continue;
      const path = joinPath(root, folderName);
      try {
        const real = entry.kind === "symlink" ? await placeOf(entry.path, signal) : entry.path;
        const isFolder = entry.kind === "directory" || (await backend.stat(real, { signal }))?.kind === "directory";
        if (isFolder) folders.push({ path, real });
        else if (entry.kind === "symlink" && (await backend.stat(real, { signal })) === null)
          report(path, "It is a broken link.");
      } catch (error) {
        signal?.throwIfAborted();
        report(path, reasonOf(error));
      }
    }
    for (let from = 0; from < folders.length; from += atOnce) {
      const read = await Promise.all(folders.slice(from, from + atOnce).map((folder) => readSkill(folder, signal)));
      for (const each of read) {
        if (each.skill) skills.push(each.skill);
        problems.push(...each.problems);
      }
    }
    return { skills, problems };
  };

  /** Where a folder really is. Throws `permission_denied` for one that leads out of the bounds. */
  async function placeOf(path: Path, signal: AbortSignal | undefined): Promise<Path> {
    const real = (await backend.realPath?.(path, { signal })) ?? path;
    const limit = bounds === "/" ? bounds : ((await backend.realPath?.(bounds, { signal })) ?? bounds);
    if (isWithin(real, limit)) return real;
    throw new ToolError("permission_denied", `It is a link to ${real}, outside of ${bounds}.`);
  }

  async function entriesOf(folder: Path, signal: AbortSignal | undefined): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const entry of backend.list(folder, { signal })) entries.push(entry);
    return entries.sort((a, b) => comparePaths(a.path, b.path));
  }

  async function readSkill(
    { path, real }: { readonly path: Path; readonly real: Path },
    signal: AbortSignal | undefined,
  ): Promise<{ readonly skill?: FoundSkill; readonly problems: readonly SkillProblem[] }> {
    const problem = (file: string, message: string) => ({
      problems: [{ source: name, path: file, message, skipped: true }],
    });
    const io: Io = { signal, judged: (_, found) => isWithin(found, real) };
    for (const fileName of ["SKILL.md", "skill.md"]) {
      const file = `${path}/${fileName}`;
      try {
        const range = { start: 0, end: headBytes };
        const found = await unlessMissing(backend.read(joinPath(real, fileName), { ...io, range }));
        if (!found) continue;
        const text = decode(found.bytes, found.size > found.bytes.length);
        if (text === undefined) return problem(file, "It is not text in UTF-8.");
        // YAML loads when it is needed.
        const { parseSkill } = await import("../parse/parse-skill.ts");
        const { fields, body, problems } = parseSkill(text, basename(path));
        const told = problems.map((each) => ({ source: name, path: file, ...each }));
        if (!fields) return { problems: told };
        return {
          skill: {
            fields,
            place: backend.realPath ? `${backend.name}:${real}` : `${scope}:${name}:${real}`,
            realPath: backend.realPath && `${backend.name}:${real}`,
            path: hasPaths ? path : undefined,
            isInWorkspace: scope === "project" && hasPaths,
            body,
            open: (opening) => openFolder(backend, real, opening),
          },
          problems: told,
        };
      } catch (error) {
        signal?.throwIfAborted();
        return problem(file, ToolError.is(error) && error.code === "stale" ? leadsOut : reasonOf(error));
      }
    }
    return problem(path, "It has no SKILL.md.");
  }

  return { name, scope, isTrusted, list };
}

const leadsOut = "It is a link to a location outside the folder of the skill.";

const isUnseen = (name: string): boolean => name.startsWith(".") || name === "node_modules";

const reasonOf = (error: unknown): string => (ToolError.is(error) ? error.message : "It cannot be read.");

/** Text in UTF-8; a character that the end of a range cuts is left out. */
function decode(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}
