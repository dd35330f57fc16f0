import type { Path } from "@holdall/tool-core";
import type { Roots } from "../files/roots.ts";
import type { CodeCall, CodeLocation, CodeQuestion, FilePosition, Searched } from "../port/index.ts";
import { readLocations } from "../protocol/locations.ts";
import { rangeFromWire, readRange, toWire } from "../protocol/positions.ts";
import { symbolKind } from "../protocol/symbol-kinds.ts";
import { RequestError } from "../rpc/connection.ts";
import type { ServerDefinition } from "../server-definition.ts";
import { lineReader, toLocations } from "./answers.ts";
import type { ServerHandle } from "./ask.ts";
import { planProjects } from "./projects.ts";

export interface QuestionPlace {
  readonly at: FilePosition;
  readonly root: Path;
  readonly roots: Roots;
  readonly definition: ServerDefinition;
}

export interface FoundItems<T> {
  readonly items: readonly T[];
  readonly searched: Searched;
}

/** The declarations of a name. */
export async function askDefinitions(asked: ServerHandle, place: QuestionPlace): Promise<FoundItems<CodeLocation>> {
  const answer = await asked.request("textDocument/definition", positionOf(asked, place));
  const { items, outside, complete } = toLocations(readLocations(answer), asked.server, place.roots);
  const { projects } = planProjects([place.at.path], place.root, place.definition.projectFiles);
  return { items, searched: { projects, outside, complete: complete && asked.knowsAll } };
}

/** The uses of a name, in all projects that the candidates belong to. */
export async function askReferences(
  asked: ServerHandle,
  place: QuestionPlace,
  question: CodeQuestion,
): Promise<FoundItems<CodeLocation>> {
  const loaded = loadProjects(asked, place, question);
  const answer = await asked.request("textDocument/references", {
    ...positionOf(asked, place),
    context: { includeDeclaration: false },
  });
  const { items, outside, complete } = toLocations(readLocations(answer), asked.server, place.roots);
  return { items, searched: { projects: loaded.projects, outside, complete: complete && loaded.complete } };
}

/** The calls of a function, or those that it makes. */
export async function askCalls(
  asked: ServerHandle,
  place: QuestionPlace,
  direction: "callers" | "callees",
  question: CodeQuestion,
): Promise<FoundItems<CodeCall>> {
  const loaded = loadProjects(asked, place, question);
  const prepared = await asked.request("textDocument/prepareCallHierarchy", positionOf(asked, place));
  const items: CodeCall[] = [];
  let outside = 0;
  for (const item of Array.isArray(prepared) ? prepared : []) {
    const isIn = direction === "callers";
    const method = isIn ? "callHierarchy/incomingCalls" : "callHierarchy/outgoingCalls";
    const answer = await asked.request(method, { item });
    for (const call of Array.isArray(answer) ? answer : []) {
      const read = readCall(call, item, isIn, asked, place.roots);
      if (read) items.push(read);
      else outside++;
    }
  }
  return { items, searched: { projects: loaded.projects, outside, complete: loaded.complete } };
}

function readCall(
  call: unknown,
  item: unknown,
  isIn: boolean,
  { server }: ServerHandle,
  roots: Roots,
): CodeCall | undefined {
  const { from, to, fromRanges } = (call ?? {}) as Readonly<Record<string, unknown>>;
  const other = (isIn ? from : to) as Readonly<Record<string, unknown>> | undefined;
  const declared = locate(other, server, roots);
  const caller = isIn ? declared : locate(item as Readonly<Record<string, unknown>>, server, roots);
  if (!declared || !caller) return undefined;
  const lines = lineReader(server)(roots.toReal(caller.path));
  const ranges = Array.isArray(fromRanges) ? fromRanges.flatMap((range) => readRange(range) ?? []) : [];
  return {
    name: typeof other?.name === "string" ? other.name : "",
    kind: symbolKind(other?.kind),
    declared,
    path: caller.path,
    sites: ranges.map((range) => rangeFromWire(range, lines, server.encoding)),
  };
}

function locate(
  item: Readonly<Record<string, unknown>> | undefined,
  server: ServerHandle["server"],
  roots: Roots,
): CodeLocation | undefined {
  const { uri, range, selectionRange } = item ?? {};
  const wire = readLocations({ targetUri: uri, targetRange: range, targetSelectionRange: selectionRange });
  return toLocations(wire, server, roots).items[0];
}

/** Open the file and say where in it, as the server counts. */
function positionOf({ server }: ServerHandle, { at, roots }: QuestionPlace) {
  const document = server.documents.open(roots.toReal(at.path));
  if (!document) throw new RequestError("refused", `${at.path} cannot be read, or is too large.`);
  return { textDocument: { uri: document.uri }, position: toWire(at, document.lines, server.encoding) };
}

function loadProjects(
  { server, knowsAll }: ServerHandle,
  { at, root, roots, definition }: QuestionPlace,
  { candidates }: CodeQuestion,
) {
  const { open, projects, complete } = planProjects([at.path, ...(candidates ?? [])], root, definition.projectFiles);
  for (const path of open) server.documents.open(roots.toReal(path));
  const reachesAll = candidates !== undefined || definition.isWhole === true;
  return { projects, complete: complete && reachesAll && knowsAll };
}
