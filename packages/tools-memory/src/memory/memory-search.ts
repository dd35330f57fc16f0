import { defineTool, foreignContent, type Tool, ToolError } from "@holdall/tool-core";
import { rankByWords, wordsOf } from "@holdall/tool-kit/text";
import * as z from "zod";
import { inMarks } from "../notes/marks.ts";
import { minTrust, trustOf } from "../notes/note.ts";
import { linesOf, numbered } from "../notes/note-lines.ts";
import { memories } from "../notes/note-path.ts";
import { openNotes } from "../notes/note-store.ts";
import { readNotes } from "../notes/read-notes.ts";
import type { MemoryToolsOptions } from "../options.ts";

const input = z.object({
  query: z.string().describe("Words that the note has"),
  limit: z.int().min(1).max(20).optional().describe("Notes, default 5"),
});
export type MemorySearchInput = z.infer<typeof input>;

const output = z.object({
  notes: z.array(
    z.object({
      path: z.string(),
      trust: z.enum(["user", "model", "untrusted"]),
      changed: z.string().optional(),
      score: z.number(),
      line: z.number(),
      lines: z.array(z.string()),
    }),
  ),
  total: z.number(),
  unreadable: z.array(z.string()),
});
export type MemorySearchOutput = z.infer<typeof output>;

/** Characters of a line that are shown. */
const longestLine = 300;

/** Create the tool `memory_search`: finds notes by their words, best first, each with the lines around the best match. */
export function memorySearch(
  options: MemoryToolsOptions,
): Tool<MemorySearchInput, MemorySearchOutput, "memory_search"> {
  const store = openNotes(options);
  return defineTool({
    name: "memory_search",
    category: "memory",
    description: "Find notes of earlier sessions by their words. View one whole with {memory}.",
    examples: ["did we decide on this before", "search your memory for the deploy steps"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    access: () => [{ action: "read", target: memories }],
    async execute({ query, limit = 5 }, { signal, state }) {
      const wanted = wordsOf(query.slice(0, 2000));
      if (wanted.length === 0) throw new ToolError("invalid_input", "The query has no words.");
      const { notes, unreadable } = await readNotes(store, await store.list(memories, { signal }), { signal });
      const scores = rankByWords(
        notes.map(({ path, text }) => [...wordsOf(path.slice(memories.length)), ...wordsOf(text)]),
        wanted,
      );
      const ranked = notes.map((note, i) => ({ note, score: scores[i]! })).filter(({ score }) => score > 0);
      ranked.sort((one, other) => other.score - one.score);
      const found = ranked.slice(0, limit).map(({ note, score }) => ({
        path: note.path,
        trust: trustOf(note),
        changed: note.facts?.changed,
        score: Math.round(score * 1000) / 1000,
        ...bestLines(note.text, new Set(wanted)),
      }));
      if (found.some(({ trust }) => trust === "untrusted")) state(foreignContent).add("memory");
      return { notes: found, total: ranked.length, unreadable: [...unreadable] };
    },
    render({ notes, total, unreadable }) {
      const hits = notes.map(({ path, trust, changed, line, lines }) =>
        [`${path} (${trust}${changed ? `, ${changed.slice(0, 10)}` : ""})`, numbered(lines, line)].join("\n"),
      );
      const trust = notes.map((note) => note.trust).reduce(minTrust, "user");
      return [
        ...(hits.length > 0 ? [inMarks(hits.join("\n"), { trust })] : ["No note has any of these words."]),
        ...(total > notes.length
          ? [`${total - notes.length} more have some of the words; raise limit to see them.`]
          : []),
        ...(unreadable.length > 0 ? [`${unreadable.length} could not be read as text.`] : []),
      ].join("\n");
    },
  });
}

/** The line with most of the words, and one before and behind it. */
function bestLines(text: string, wanted: ReadonlySet<string>): { line: number; lines: string[] } {
  const lines = linesOf(text);
  const counts = lines.map((line) => new Set(wordsOf(line).filter((word) => wanted.has(word))).size);
  const best = counts.indexOf(Math.max(0, ...counts.slice(0, 50_000)));
  const first = Math.max(0, best - 1);
  return {
    line: first + 1,
    lines: lines
      .slice(first, best + 2)
      .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()} [cut]` : line)),
  };
}
