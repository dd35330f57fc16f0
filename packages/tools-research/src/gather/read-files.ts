import type { ToolContext } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import * as z from "zod";
import { type Answer, type FetchedPage, readAnswer } from "./calls.ts";

const listed = z.looseObject({ files: z.array(z.string()), next_offset: z.number().nullable().optional() });
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
 * brackets, such as `notes[1].md`, is a pattern only where no file has it.
 */
export async function listFiles(
  written: readonly string[],
  ctx: ToolContext,
  signal: AbortSignal,
  gaps: string[],
): Promise<string[]> {
  const files: string[] = [];
  for (const each of written) {
    const isPattern = /[*?]/.test(each) || (/[[{]/.test(each) && !(await isThere(each, ctx, signal)));
    if (!isPattern) {
      files.push(each);
      continue;
    }
    const answer = await readAnswer(ctx.call("glob_files", { pattern: each }, { signal }), listed);
    if (!("value" in answer)) gaps.push(`${each} could not be listed: ${answer.problem}`);
    else {
      files.push(...answer.value.files);
      if (answer.value.files.length === 0) gaps.push(`${each} matches no file.`);
      if (typeof answer.value.next_offset === "number") gaps.push(`Only the first files of ${each} were listed.`);
    }
  }
  return [...new Set(files)];
}

/** Whether a path exists. One that may not be read counts: the read that follows says why. */
async function isThere(path: string, ctx: ToolContext, signal: AbortSignal): Promise<boolean> {
  const answer = await ctx.call("read_file", { path, limit: 1 }, { signal });
  return answer.ok || answer.error.code !== "not_found";
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
