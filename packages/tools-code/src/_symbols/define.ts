import { roleOf } from "@holdall/code-core";
import type { ToolContext } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import type { CodeToolsOptions } from "../options.ts";
import { askServer, serverTime } from "./ask-server.ts";
import { findSymbol } from "./find-symbol.ts";
import type { Definition, FindDefinitionInput, FindDefinitionOutput } from "./schema.ts";
import { describe, offsetOf, type SourcePosition } from "./source-positions.ts";

const maxDefinitions = 20;
const maxLines = 60;
const maxLine = 300;

/** What `find_definition` answers. */
export async function findDefinitions(
  options: CodeToolsOptions,
  input: FindDefinitionInput,
  ctx: ToolContext,
): Promise<FindDefinitionOutput> {
  const found = await findSymbol(options, input, ctx);
  const { files, at, asked } = found;
  const time = serverTime(options.servers, input, ctx.signal);
  let { places, how, external } = found;
  let server: string | undefined;
  let complete = isWhole(found);
  const answer = at && (await askServer(time, files, at, (asks, position, rest) => asks.definitions(position, rest)));
  if (answer) {
    const own: SourcePosition[] = [];
    for (const { path, range, external: outside } of answer.items) {
      if (outside !== undefined) external ??= outside;
      else if (files.isVisible(path)) {
        await files.load([path]);
        own.push({ path, offset: offsetOf(files, path, range.start.line, range.start.column) });
      }
    }
    if (own.length > 0 || external !== undefined) {
      [places, how, server] = [own, "exact", answer.server];
      complete = answer.searched.complete;
    }
  }
  await files.load(places.map(({ path }) => path));
  const all = sorted(
    places.map((place) => describe(files, place, how)),
    ctx.cwd,
  );
  const definitions = all.slice(0, maxDefinitions);
  const [only] = definitions;
  const notes = [...found.notes, ...time.notes];
  if (all.length > 1 && how === "name")
    notes.push(`${all.length} definitions have the name ${asked.name}; pass path and line of a use to choose one.`);
  return {
    definitions: only && all.length === 1 ? [{ ...only, content: bodyOf(files, only) }] : definitions,
    total: all.length,
    ...(external !== undefined && places.length === 0 && { external }),
    ...leftOut({ beyond_limit: all.length - definitions.length, unresolved: !complete }),
    ...(server !== undefined && { server }),
    notes,
  };
}

/** Whether the index has looked everywhere, and nothing was guessed. */
function isWhole({ files, how, places }: Awaited<ReturnType<typeof findSymbol>>): boolean {
  return !files.isCut && (how !== "name" || (places.length === 1 && files.view.beyond.length === 0));
}

/** Code before tests and documents, then by place. */
function sorted(definitions: readonly Definition[], cwd: string): Definition[] {
  const rank = ({ path }: Definition) => (roleOf(path, cwd.length) === "code" ? 0 : 1);
  return [...definitions].sort(
    (a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line),
  );
}

function bodyOf(files: Parameters<typeof describe>[0], { path, line, end_line: end }: Definition): string {
  const text = files.loaded(path)?.text ?? "";
  const from = offsetOf(files, path, line);
  const lines = text
    .slice(from)
    .split(/\r\n|\r|\n/, Math.min(maxLines, end - line + 1))
    .map((each) => (each.length > maxLine ? `${each.slice(0, maxLine).toWellFormed()} [cut]` : each));
  if (end - line + 1 > maxLines) lines.push(`[${end - line + 1 - maxLines} more lines]`);
  return lines.join("\n");
}
