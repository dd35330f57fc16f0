import { type CodeBase, occurrencesOf, type Reference, referencesTo } from "@holdall/code-core";
import type { Path, ToolContext } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import type { CodeToolsOptions } from "../options.ts";
import { askServer, candidatesOf, serverTime } from "./ask-server.ts";
import type { CodeFiles } from "./code-files.ts";
import { findSymbol, locatedAt } from "./find-symbol.ts";
import type { FindReferencesInput, FindReferencesOutput, How } from "./schema.ts";
import { describe, lineText, offsetOf, positionOf, type SourcePosition } from "./source-positions.ts";

type Kind = "call" | "import" | "read" | "type" | "write";

/** A use of a definition, or a place that may be one. */
export interface UsePlace extends SourcePosition {
  readonly kind: Kind;
  readonly how: How;
}

export interface Uses {
  readonly sure: readonly UsePlace[];
  readonly unsure: readonly UsePlace[];
  readonly files: number;
}

const kinds: Readonly<Record<string, readonly Kind[]>> = { calls: ["call"], writes: ["write"], imports: ["import"] };
const maxLimit = 500;
const maxTargets = 8;
const maxUnsureShown = 10;

/** What `find_references` answers. */
export async function findReferences(
  options: CodeToolsOptions,
  input: FindReferencesInput,
  ctx: ToolContext,
): Promise<FindReferencesOutput> {
  const found = await findSymbol(options, input, ctx);
  const { files, asked, external } = found;
  const notes = [...found.notes];
  const targets = found.places.slice(0, maxTargets);
  if (found.places.length > 1 && found.how === "name")
    notes.push(
      `${found.places.length} definitions have this name, uses of ${targets.length} are shown; pass path to choose one.`,
    );
  if (targets.length === 0 && external !== undefined)
    notes.push(`${asked.name} is defined by ${external}; its uses are matched by name only.`);

  const uses = await usesOf(files, targets, asked.name);
  const time = serverTime(options.servers, input, ctx.signal);
  const merged = new Map(uses.sure.map((use) => [keyOf(use), use]));
  const isMeant = found.how !== "name" || targets.length === 1;
  let complete = isMeant && !files.isCut && uses.unsure.length === 0 && files.view.beyond.length === 0;
  let server: string | undefined;
  let projects = 0;
  let unsure = uses.unsure;
  const places = targets.length > 0 ? targets : found.at ? [found.at] : [];
  const answers = [];
  for (const place of places) {
    const candidates = candidatesOf(files, asked.name);
    const answer = await askServer(time, files, place, (asks, at, rest) =>
      asks.references(at, { ...rest, candidates }),
    );
    if (!answer) break;
    answers.push(answer);
  }
  if (answers.length > 0 && answers.length === places.length) {
    const kindAt = new Map([...uses.sure, ...uses.unsure].map((use) => [keyOf(use), use.kind]));
    const exact = new Map<string, UsePlace>();
    for (const { items } of answers) {
      await files.load(items.map(({ path }) => path));
      for (const { path, range, external: outside } of items) {
        if (outside !== undefined || !files.isVisible(path)) continue;
        const place = { path, offset: offsetOf(files, path, range.start.line, range.start.column) };
        exact.set(keyOf(place), { ...place, kind: kindAt.get(keyOf(place)) ?? "read", how: "exact" });
      }
    }
    server = answers[0]!.server;
    projects = new Set(answers.flatMap(({ searched }) => searched.projects)).size;
    const lacking = [...merged.keys()].filter((key) => !exact.has(key) && isUse(merged.get(key)!, targets));
    complete = lacking.length === 0 && answers.every(({ searched }) => searched.complete);
    if (lacking.length > 0)
      notes.push(
        `${server} does not list ${lacking.length} of these uses, which the imports and scopes of their files show.`,
      );
    for (const [key, use] of exact) merged.set(key, use);
    unsure = complete ? [] : unsure.filter((use) => !exact.has(keyOf(use)));
  }
  const { kind = "all", limit: wanted = 50, offset = 0 } = input;
  const asks = ({ kind: each }: UsePlace) => kind === "all" || kinds[kind]!.includes(each);
  const all = [...merged.values()].filter(asks).sort(byPlace);
  const limit = Math.min(wanted, maxLimit);
  const shown = all.slice(offset, offset + limit);
  const maybe = unsure.filter(asks);
  return {
    definitions: targets.map((place) => {
      const { path, line, kind: is, name, container } = describe(files, place, found.how);
      return { path, line, kind: is, name, ...(container !== undefined && { container }) };
    }),
    files: [...Map.groupBy(shown, ({ path }) => path)].map(([path, references]) => ({
      path,
      references: references.map((use) => {
        const { line, column } = positionOf(files, use);
        return { line, column, kind: use.kind, how: use.how, text: lineText(files, path, line) };
      }),
    })),
    total: all.length,
    next_offset: offset + limit < all.length ? offset + limit : null,
    ...leftOut({ unresolved: maybe.length > 0 ? maybe.length : !complete }),
    unresolved_at: maybe.slice(0, maxUnsureShown).map((use) => {
      const { line } = positionOf(files, use);
      return { path: use.path, line, text: lineText(files, use.path, line) };
    }),
    searched: { files: uses.files, projects },
    ...(server !== undefined && { server }),
    notes: [...notes, ...time.notes],
  };
}

/** Where definitions are used: what scopes, imports and types say, and apart from it every other place with the name. */
export async function usesOf(files: CodeFiles, targets: readonly SourcePosition[], name: string): Promise<Uses> {
  await files.load([...targets.map(({ path }) => path), ...files.view.filesWith(name)]);
  const answer = await files.ask((base) => {
    const located = targets.flatMap((place) => locatedAt(base, place));
    const { found, unsure, files: count } = referencesTo(base, located);
    return {
      sure: found.map(toUse(base)),
      unsure: unsure.map(toUse(base)),
      files: count,
      hasScopes: located.length > 0,
    };
  });
  const own = new Set(targets.map(keyOf));
  const sure = new Set(answer.sure.map(keyOf));
  const byName: UsePlace[] = [];
  let textFiles = 0;
  // Scopes do not know names that only stand in quotes or between operands.
  const isPlain = /^[#\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
  for (const path of files.view.filesWith(name)) {
    const file = files.loaded(path);
    if (!file || (file.model && answer.hasScopes && isPlain)) continue;
    const { language } = file;
    const places = (language !== undefined && !isProse(language) && occurrencesOf(file.text, language, name)) || [];
    textFiles++;
    for (const { start: offset, isCall } of places) {
      const use: UsePlace = { path: path as Path, offset, kind: isCall ? "call" : "read", how: "name" };
      if (!own.has(keyOf(use)) && !sure.has(keyOf(use))) byName.push(use);
    }
  }
  return { sure: answer.sure, unsure: [...answer.unsure, ...byName], files: answer.files + textFiles };
}

const isProse = (language: string): boolean => language === "markdown" || language === "json" || language === "yaml";

const toUse =
  (base: CodeBase) =>
  ({ path, at, kind, how }: Reference): UsePlace => ({
    path: path as Path,
    offset: base.model(path)?.tokens.start[at] ?? 0,
    kind,
    how,
  });

const keyOf = ({ path, offset }: SourcePosition): string => `${path}:${offset}`;

/** Imports are declarations to servers, and left out of queries without those. */
const isUse = (use: UsePlace, targets: readonly SourcePosition[]): boolean =>
  use.kind !== "import" && targets.every((target) => keyOf(target) !== keyOf(use));

const byPlace = (a: SourcePosition, b: SourcePosition): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : a.offset - b.offset;
