import { type Path, type ToolContext, ToolError, toPath } from "@holdall/tool-core";
import type { ChangeSet } from "../history/change-set.ts";
import { type Freshness, freshnessOf, refuseStale } from "../history/freshness.ts";
import type { ReadTracker } from "../history/read-tracker.ts";
import { planOnShown, secretsFor } from "../secrets/placeholders.ts";
import { decodeFile, type TextFile } from "../text/codec.ts";
import { applySplices } from "../text/lines.ts";
import { applyByteSplices, encodeText, toByteSplices } from "../text/write.ts";
import type { FilePatch } from "./patch.ts";
import { placeHunk } from "./place-hunk.ts";
import { contentOf } from "./rows.ts";

interface Planning {
  readonly set: ChangeSet;
  readonly tracker: ReadTracker;
  readonly ctx: Pick<ToolContext, "cwd" | "state">;
}

/** Work a patch out, part by part, each on what the parts before it made; notes on what had to be overlooked. */
export async function planPatch(parts: readonly FilePatch[], { set, tracker, ctx }: Planning): Promise<string[]> {
  const { cwd } = ctx;
  const notes: string[] = [];
  /** Decoded once: a file's encoding is not detected again after a change. */
  const texts = new WeakMap<Uint8Array, TextFile>();
  const touched = new Set<Path>();

  const textOf = async (path: Path, { line }: FilePatch): Promise<TextFile> => {
    const bytes = await set.get(path);
    if (!bytes) throw missing(path, line);
    const file = texts.get(bytes) ?? decodeFile(bytes);
    if (file.kind === "binary") {
      throw new ToolError("unsupported", `${path} is not text: ${file.what}. Nothing was changed.`, {
        hint: "Leave it out of the patch.",
        data: { path },
      });
    }
    return file;
  };

  /** A patch may change what was never read; a part of it changes what the parts before it left. */
  const freshness = async (path: Path): Promise<Pick<Freshness, "seen" | "stale">> => {
    const current = touched.has(path) ? null : await set.versionOf(path);
    return current === null ? { seen: undefined, stale: undefined } : freshnessOf(tracker, path, { current });
  };

  const update = async (path: Path, part: FilePatch): Promise<TextFile> => {
    const file = await textOf(path, part);
    const { placed, shown } = await planOnShown({
      path,
      ctx,
      text: file.text,
      secrets: await secretsFor(path, ctx, rowsOf(part)),
      plan: (shown) => ({ shown, placed: part.hunks.map((hunk) => placeHunk(shown?.text ?? file.text, hunk, path)) }),
    });
    notes.push(...placed.flatMap(({ note }) => note ?? []));
    const planned = placed.flatMap((hunk) => hunk.splices).sort((a, b) => a.start - b.start || a.end - b.end);
    const clash = planned.find(({ start }, i) => i > 0 && start < planned[i - 1]!.end);
    if (clash) {
      throw new ToolError(
        "invalid_input",
        `Two hunks of the patch change the same lines of ${path}. Nothing was changed.`,
        {
          hint: "Make them one hunk.",
          data: { path, patchLine: part.line },
        },
      );
    }
    const splices = shown ? shown.real(planned) : planned;
    const exact = placed.every((hunk) => hunk.exact);
    refuseStale(await freshness(path), file.text, splices, exact);
    const bytes = applyByteSplices(file.bytes, toByteSplices(file, splices));
    const after = { ...file, bytes, text: applySplices(file.text, splices) };
    texts.set(bytes, after);
    return after;
  };

  const checkDeleted = async (path: Path, part: FilePatch): Promise<void> => {
    const { stale } = await freshness(path);
    if (stale) throw stale((await textOf(path, part)).text);
    if (part.hunks.length > 0 && (await update(path, part)).text !== "") {
      throw new ToolError("stale", `${path} has more text than the patch deletes. Nothing was changed.`, {
        hint: "Read it with {read_file} before you delete it.",
        data: { path, patchLine: part.line },
      });
    }
  };

  for (const part of parts) {
    const path = toPath(part.path, cwd);
    const to = part.to === undefined ? path : toPath(part.to, cwd);
    if (part.kind === "add") {
      const content = contentOf(part.hunks.flatMap(({ rows }) => rows));
      const secrets = await secretsFor(path, ctx, content);
      await set.create(path, encodeText(secrets ? secrets.rewrite("", content) : content, "utf-8"));
    } else if (part.kind === "delete") {
      await checkDeleted(path, part);
      await set.remove(path);
    } else if (part.kind === "copy") {
      await set.create(to, part.hunks.length > 0 ? (await update(path, part)).bytes : (await textOf(path, part)).bytes);
    } else {
      const after = part.hunks.length > 0 ? (await update(path, part)).bytes : undefined;
      if (to !== path) await set.move(path, to);
      if (after) await set.put(to, after);
    }
    touched.add(path).add(to);
  }
  return notes;
}

const rowsOf = ({ hunks }: FilePatch): string =>
  hunks.flatMap(({ rows, anchors }) => [...anchors, ...rows.map(({ text }) => text)]).join("\n");

const missing = (path: Path, line: number): ToolError =>
  new ToolError("not_found", `There is no file ${path} (line ${line} of the patch). Nothing was changed.`, {
    hint: "Look with {glob_files}; to create it, use *** Add File: or a diff from /dev/null.",
    data: { path, patchLine: line },
  });
