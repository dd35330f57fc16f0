import { type Backend, basename, dirname, joinPath, type Path, ToolError, toPath } from "@holdall/tool-core";
import type { PathRole } from "./path-role.ts";
import { type LinePosition, readingsOf } from "./path-spellings.ts";
import { showPath } from "./show-path.ts";

/** The path that was meant by one that does not exist as it was sent. */
export interface MeantPath {
  readonly path: string;
  readonly at?: LinePosition;
  /** For the model. */
  readonly note: string;
}

/**
 * What a path means that a model sent, where nothing exists under the text itself: one with a position, a file URL, a
 * mention, the escapes of a shell, or a name in another Unicode form. Undefined if the text stands for itself.
 */
export async function meantPath(
  backend: Backend,
  written: string,
  role: PathRole,
  cwd: string,
): Promise<MeantPath | undefined> {
  const isHome = /^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?:[\\/]|$)/i.test(written);
  if (written.includes("\0") || written.length > 4_096) return undefined;
  const exists = existence(backend);
  const literal = toPath(written, cwd);
  if ((await exists(literal)) !== false) return undefined;
  if (isHome) {
    if ((await exists(toPath(written.split(/[\\/]/)[0] ?? written, cwd))) === true) return undefined;
    throw homeFolder(written, cwd);
  }
  const readings = readingsOf(written);
  for (const { path, at, why, certain } of readings) {
    if (role === "new" && !certain && !at) continue;
    if ((await exists(toPath(path, cwd))) !== true) continue;
    if (role === "new" && at) throw notALine(written, toPath(path, cwd));
    return { path, ...(at && { at }), note: noteOn(written, toPath(path, cwd), why.join(" and "), at) };
  }
  const certain = readings.filter(({ certain: is }) => is).at(-1);
  for (const { path, at, why } of [{ path: written, at: undefined, why: [] }, ...readings]) {
    const twin = await twinOf(backend, toPath(path, cwd), role);
    if (twin === undefined || (role === "new" && at)) continue;
    const reasons = ["another Unicode form of the name", ...why].join(" and ");
    return { path: twin, ...(at && { at }), note: noteOn(written, twin, reasons, at) };
  }
  if (!certain) return undefined;
  const path = toPath(certain.path, cwd);
  return { path: certain.path, note: noteOn(written, path, certain.why.join(" and "), undefined) };
}

const noteOn = (written: string, path: Path, why: string, at: LinePosition | undefined): string =>
  `${showPath(written)} was taken as ${showPath(path)}${at ? `, line ${at.line}${at.endLine === undefined ? "" : `-${at.endLine}`}` : ""}: ${why}.`;

/** Whether something is there; undefined where that may not be looked at. */
function existence(backend: Backend): (path: Path) => Promise<boolean | undefined> {
  return async (path) => {
    try {
      return (await backend.stat(path)) !== null;
    } catch (error) {
      if (!ToolError.is(error)) throw error;
      return error.code === "not_found" || error.code === "wrong_kind" ? false : undefined;
    }
  };
}

/** What names have in common that look the same: Unicode form, kinds of spaces, quotes and dashes. */
const fold = (name: string): string =>
  name
    .normalize("NFKC")
    .replace(/\s/gu, " ")
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-");

const maxSeen = 10_000;

/** The path whose names look the same as those of one that does not exist, if there is just one. */
async function twinOf(backend: Backend, path: Path, role: PathRole): Promise<Path | undefined> {
  const exists = existence(backend);
  const missing: string[] = [];
  let at = path;
  for (; at !== "/" && (await exists(at)) === false; at = dirname(at)) missing.unshift(basename(at));
  let changed = false;
  for (const [index, name] of missing.entries()) {
    const same = /[^\x21-\x7e]|['"-]/.test(name) ? await namesLike(backend, at, name) : [];
    if (same.length !== 1 || !same[0]) {
      if (role === "existing" || !changed) return undefined;
      return joinPath(at, missing.slice(index).join("/"));
    }
    at = joinPath(at, same[0]);
    changed = true;
  }
  return changed ? at : undefined;
}

async function namesLike(backend: Backend, folder: Path, name: string): Promise<string[]> {
  const found: string[] = [];
  let seen = 0;
  try {
    for await (const { path } of backend.list(folder)) {
      if (fold(basename(path)) === fold(name)) found.push(basename(path));
      if (++seen >= maxSeen) break;
    }
  } catch (error) {
    if (!ToolError.is(error)) throw error;
  }
  return found;
}

const homeFolder = (written: string, cwd: string): ToolError =>
  new ToolError(
    "invalid_input",
    `${showPath(written)}: ${written.split(/[\\/]/)[0]} stands for the home folder only in a shell. It is not expanded here.`,
    {
      hint: `Send the absolute path, or a path relative to ${cwd}.`,
      data: { path: written },
    },
  );

const notALine = (written: string, path: Path): ToolError =>
  new ToolError(
    "invalid_input",
    `${showPath(written)} names a line of ${showPath(path)}, not a file. Nothing was done.`,
    {
      hint: `Send ${showPath(path)} to replace the whole file, or use {edit_file} to change a part of it.`,
      data: { path: written, nearest: [path] },
    },
  );
