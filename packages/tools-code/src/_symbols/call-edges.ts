import {
  type CodeSymbol,
  callsIn,
  definitionsAt,
  enclosing,
  isCallable,
  type Located,
  textOf,
  tokenAt,
} from "@holdall/code-core";
import { basename, type Path } from "@holdall/tool-core";
import { askServer, candidatesOf, type ServerTime } from "./ask-server.ts";
import type { CodeFiles } from "./code-files.ts";
import { locatedAt } from "./find-symbol.ts";
import { usesOf } from "./refer.ts";
import { type SameFileCall, sameFileCalls } from "./same-file-calls.ts";
import type { How } from "./schema.ts";
import { offsetOf, placeOf, positionOf, type SourcePosition, symbolsOf } from "./source-positions.ts";

/** One who calls, or is called. */
export interface CallEdge {
  readonly place: SourcePosition;
  readonly name: string;
  readonly kind: string;
  readonly how: How;
  /** The file in which the calls are made. */
  readonly from: Path;
  /** Lines of the calls. */
  readonly sites: readonly number[];
}

export interface CallEdges {
  readonly edges: readonly CallEdge[];
  readonly unsure: number;
  readonly complete: boolean;
  readonly server?: string | undefined;
}

interface Question {
  readonly files: CodeFiles;
  readonly time: ServerTime;
  readonly direction: "callers" | "callees";
}

/** Who calls a definition, or whom it calls: what a server says, and what the index is sure of. */
export async function callEdges(
  { files, time, direction }: Question,
  place: SourcePosition,
  name: string,
): Promise<CallEdges> {
  const own = direction === "callers" ? await callersOf(files, place, name) : await calleesOf(files, place);
  const candidates = direction === "callers" ? candidatesOf(files, name) : undefined;
  const answer = await askServer(time, files, place, (server, at, rest) =>
    server.calls(at, direction, { ...rest, ...(candidates && { candidates }) }),
  );
  if (!answer) return own;
  const { items, server, searched } = answer;
  await files.load(items.flatMap(({ path, declared }) => [path, declared.path]));
  const edges = new Map<string, CallEdge>();
  const sites = new Set<string>();
  for (const { name: other, kind, declared, path, sites: ranges } of items) {
    if (declared.external !== undefined || !files.isVisible(declared.path) || !files.isVisible(path)) continue;
    const { line, column } = declared.range.start;
    const lines = ranges.map(({ start }) => start.line);
    for (const each of lines) sites.add(`${path}:${each}`);
    const to: SourcePosition = {
      path: declared.path,
      offset: kind === "module" || kind === "file" ? 0 : offsetOf(files, declared.path, line, column),
    };
    add(edges, {
      place: to,
      name: kind === "module" ? basename(declared.path) : other,
      kind,
      how: "exact",
      from: path,
      sites: lines,
    });
  }
  // Calls of the index that the server knows by another name of the caller are the same calls.
  const lacking = own.edges.flatMap((edge) => {
    const left = edge.sites.filter((line) => !sites.has(`${edge.from}:${line}`));
    return left.length > 0 ? [{ ...edge, sites: left }] : [];
  });
  for (const edge of lacking) add(edges, edge);
  const complete = lacking.length === 0 && searched.complete;
  return { edges: [...edges.values()], unsure: complete ? 0 : own.unsure, complete, server };
}

async function callersOf(files: CodeFiles, place: SourcePosition, name: string): Promise<CallEdges> {
  const uses = await usesOf(files, [place], name);
  const edges = new Map<string, CallEdge>();
  for (const use of uses.sure) {
    if (use.kind !== "call") continue;
    const model = files.loaded(use.path)?.model;
    if (!model) continue;
    const at = tokenAt(model.tokens, use.offset);
    const around = enclosing(model, at);
    const line = positionOf(files, use).line;
    const whole = { place: { path: use.path, offset: 0 }, name: basename(use.path), kind: "module" };
    const caller = around && {
      place: { path: use.path, offset: model.tokens.start[around.at]! },
      name: around.container === "" ? around.name : `${around.container}.${around.name}`,
      kind: around.kind.replace("_", " "),
    };
    add(edges, { ...(caller ?? whole), how: use.how, from: use.path, sites: [line] });
  }
  const certain = new Set<string>();
  if (!files.loaded(place.path)?.model) {
    for (const call of sameFileCalls(files, place.path, ({ nameStart }) => nameStart === place.offset)) {
      certain.add(`${place.path}:${call.offset}`);
      add(edges, sameFileEdge(files, place.path, call, call.caller));
    }
  }
  const unsure = uses.unsure.filter(
    ({ kind, path, offset }) => kind === "call" && !certain.has(`${path}:${offset}`),
  ).length;
  return { edges: [...edges.values()], unsure, complete: unsure === 0 && isComplete(files) };
}

async function calleesOf(files: CodeFiles, place: SourcePosition): Promise<CallEdges> {
  await files.load([place.path]);
  if (!files.loaded(place.path)?.model) {
    const edges = new Map<string, CallEdge>();
    for (const call of sameFileCalls(files, place.path, () => true))
      if (call.caller?.nameStart === place.offset) add(edges, sameFileEdge(files, place.path, call, call.callee));
    return { edges: [...edges.values()], unsure: 0, complete: false };
  }
  const found = await files.ask((base) => {
    const model = base.model(place.path);
    const [self] = locatedAt(base, place);
    if (!model || !self) return undefined;
    const edges: { readonly to: Located; readonly how: How; readonly at: number }[] = [];
    let unsure = 0;
    for (const at of callsIn(model, self.declaration)) {
      const around = enclosing(model, at);
      // A named function inside makes its own calls.
      if (around && around.at !== self.declaration.at && around.from > self.declaration.at) continue;
      const { found: meant, how, external } = definitionsAt(base, place.path, at);
      const sure = meant.filter(({ declaration }) => isCallable(declaration) || declaration.kind === "class");
      for (const to of sure) edges.push({ to, how, at: model.tokens.start[at]! });
      if (sure.length === 0 && external === undefined && !isGlobal(textOf(model.tokens, at), meant)) unsure++;
    }
    return {
      edges: edges.map(({ to, ...rest }) => ({ ...rest, to: placeOf(base, to), declaration: to.declaration })),
      unsure,
    };
  });
  if (!found) return { edges: [], unsure: 0, complete: false };
  await files.load(found.edges.map(({ to }) => to.path));
  const edges = new Map<string, CallEdge>();
  for (const { to, declaration, how, at } of found.edges) {
    const name = declaration.container === "" ? declaration.name : `${declaration.container}.${declaration.name}`;
    const line = positionOf(files, { path: place.path, offset: at }).line;
    add(edges, { place: to, name, kind: declaration.kind.replace("_", " "), how, from: place.path, sites: [line] });
  }
  return { edges: [...edges.values()], unsure: found.unsure, complete: found.unsure === 0 && isComplete(files) };
}

function sameFileEdge(files: CodeFiles, path: Path, { offset }: SameFileCall, end: CodeSymbol | undefined): CallEdge {
  const sites = [positionOf(files, { path, offset }).line];
  if (!end)
    return { place: { path, offset: 0 }, name: basename(path), kind: "module", how: "scope", from: path, sites };
  const name = end.container ? `${end.container}.${end.name}` : end.name;
  return { place: { path, offset: end.nameStart }, name, kind: end.kind, how: "scope", from: path, sites };
}

/** A name that every program has, and nothing in the file stands for. */
const isGlobal = (name: string, meant: readonly Located[]): boolean =>
  meant.length === 0 &&
  /^(?:Array|Boolean|Date|Error|Map|Number|Object|Promise|RegExp|Set|String|Symbol|URL|WeakMap|print|len|str|int|list|dict|isinstance|range|super|require)$/.test(
    name,
  );

const isComplete = (files: CodeFiles): boolean => !files.isCut && files.view.beyond.length === 0;

function add(edges: Map<string, CallEdge>, edge: CallEdge): void {
  const key = `${edge.place.path}:${edge.place.offset}:${edge.from}`;
  const known = edges.get(key);
  edges.set(
    key,
    known ? { ...known, sites: [...new Set([...known.sites, ...edge.sites])].sort((a, b) => a - b) } : edge,
  );
}

/** The name of what is at a place, for the next level of a tree. */
export const nameAt = (files: CodeFiles, { path, offset }: SourcePosition): string =>
  symbolsOf(files, path).find(({ nameStart }) => nameStart === offset)?.name ??
  /^[\p{L}\p{N}_$]+/u.exec(files.loaded(path)?.text.slice(offset, offset + 200) ?? "")?.[0] ??
  "";
