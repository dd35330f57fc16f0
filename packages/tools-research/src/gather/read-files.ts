import { isWithin, type Path, type ToolContext, toPath } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import * as z from "zod";
import { type Answer, type FetchedPage, readAnswer } from "./calls.ts";

const listed = z.looseObject({
  files: z.array(z.string()),
  next_offset: z.number().nullable().optional(),
  left_out: z.looseObject({ not_permitted: z.number().optional() }).optional(),
});
const read = z.looseObject({
  kind: z.string(),
  path: z.string(),
  content: z.string(),
  next_offset: z.number().nullable().optional(),
  left_out: z.looseObject({}).optional(),
  part: z.looseObject({ last: z.number(), total: z.number() }).optional(),
});

/**
 * The files of names and patterns, through the session's glob_files; what cannot be listed is named in `gaps`. A name with
 * brackets or braces, such as `notes[1].md`, is a pattern only where no file has it.
 */
export async function listFiles(
  written: readonly string[],
  ctx: ToolContext,
  signal: AbortSignal,
  gaps: string[],
): Promise<string[]> {
  const files: string[] = [];
  for (const each of written) {
    if (!/[*?[{]/.test(each)) {
      files.push(each);
      continue;
    }
    const answer = await readAnswer(ctx.call("glob_files", globOf(each, ctx.cwd), { signal }), listed);
    if (!("value" in answer)) gaps.push(`${each} could not be listed: ${answer.problem}`);
    else {
      const { files: found, next_offset, left_out } = answer.value;
      files.push(...found);
      if (found.length === 0)
        gaps.push(`${each} matches no file${left_out?.not_permitted ? " that may be read" : ""}.`);
      if (typeof next_offset === "number") gaps.push(`Only the first files of ${each} were listed.`);
    }
  }
  return [...new Set(files)];
}

/** A pattern for glob_files, which prefers a file that has this name. Outside the working directory, it begins at the last folder that is named. */
function globOf(written: string, cwd: Path): { readonly pattern: string; readonly path?: string } {
  const parts = written.split("/");
  const first = parts.findIndex((part) => /[*?[{]/.test(part));
  const folder = toPath(parts.slice(0, first).join("/") || (written.startsWith("/") ? "/" : "."), cwd);
  return isWithin(folder, cwd) && !parts.includes("..")
    ? { pattern: written }
    : { pattern: parts.slice(first).join("/"), path: folder };
}

/** Read a file or an office document through the session's read_file, in the shape of a page. */
export async function callRead(ctx: ToolContext, path: string, signal: AbortSignal): Promise<Answer<FetchedPage>> {
  const answer = await readAnswer(ctx.call("read_file", { path }, { signal }), read);
  if (!("value" in answer)) return answer;
  const { kind, content, part, path: place, next_offset, left_out } = answer.value;
  // Lines of text have their numbers in front.
  const text = kind === "text" ? content.replace(/^ *\d+ {2}/gm, "") : content;
  const isCut = typeof next_offset === "number" || left_out !== undefined || (part && part.last < part.total);
  return {
    value: {
      final_url: place,
      status: 200,
      title: place.slice(place.lastIndexOf("/") + 1),
      text,
      sha256: await sha256Hex(text),
      fetched_at: new Date().toISOString(),
      ...(isCut && { left_out: {} }),
    },
  };
}
