import { roleOf } from "@holdall/code-core";
import type { ToolContext } from "@holdall/tool-core";
import { leftOut } from "@holdall/tool-kit";
import { showPath } from "@holdall/tool-kit/file-tools";
import type { CodeToolsOptions } from "../options.ts";
import { serverTime } from "./ask-server.ts";
import { type CallEdge, callEdges, nameAt } from "./call-edges.ts";
import { findSymbol } from "./find-symbol.ts";
import type { CallNode, TraceCallsInput, TraceCallsOutput } from "./schema.ts";
import { describe, positionOf, type SourcePosition } from "./source-positions.ts";

const maxDepth = 4;
/** Functions of one answer, and definitions with the same name from which calls are followed. */
const [maxNodes, maxRoots] = [100, 5];

interface TraceStep {
  readonly place: SourcePosition;
  readonly node: CallNode;
  readonly above: ReadonlySet<string>;
}

/** What `trace_calls` answers: level by level, so that the far ends are what a large tree lacks. */
export async function traceCalls(
  options: CodeToolsOptions,
  input: TraceCallsInput,
  ctx: ToolContext,
): Promise<TraceCallsOutput> {
  const { direction = "callers", depth: wanted = 1, include_tests: tests = true } = input;
  const depth = Math.min(wanted, maxDepth);
  const found = await findSymbol(options, input, ctx);
  const { files } = found;
  const time = serverTime(options.servers, input, ctx.signal);
  const places = found.places.slice(0, maxRoots);
  await files.load(places.map(({ path }) => path));
  const roots = places.map((place): CallNode => {
    const { name, container, path, line, kind } = describe(files, place, found.how);
    return {
      name: container === undefined ? name : `${container}.${name}`,
      path,
      line,
      kind,
      how: found.how,
      sites: [],
      calls: [],
    };
  });
  const cut: string[] = [];
  let beyondLimit = 0;
  const servers = new Set<string>();
  let [nodes, unsure, complete] = [roots.length, 0, !(found.how === "name" && found.places.length > 1)];
  let hiddenTests = 0;
  const expanded = new Set<string>();
  let level: TraceStep[] = roots.map((node, i) => ({ node, place: places[i]!, above: new Set([keyOf(places[i]!)]) }));
  for (let at = 0; at < depth && level.length > 0; at++) {
    const next: TraceStep[] = [];
    for (const { node, place, above } of level) {
      if (node.seen) continue;
      expanded.add(keyOf(place));
      const answer = await callEdges({ files, time, direction }, place, nameAt(files, place));
      ctx.signal.throwIfAborted();
      if (answer.server !== undefined) servers.add(answer.server);
      complete &&= answer.complete;
      unsure += answer.unsure;
      if (answer.unsure > 0) node.unresolved = answer.unsure;
      const shown = answer.edges.filter((edge) => tests || roleOf(edge.place.path, ctx.cwd.length) !== "test");
      hiddenTests += answer.edges.length - shown.length;
      const room = Math.max(0, maxNodes - nodes);
      if (shown.length > room) {
        beyondLimit += shown.length - room;
        cut.push(
          `Left out: ${node.name} (${showPath(node.path)}:${node.line}): ${shown.length - room} more ${direction}.`,
        );
      }
      for (const edge of shown.sort(bySites).slice(0, room)) {
        nodes++;
        const key = keyOf(edge.place);
        const child = nodeOf(edge, positionOf(files, edge.place).line);
        if (above.has(key)) child.seen = "cycle";
        else if (expanded.has(key)) child.seen = "above";
        node.calls.push(child);
        if (child.kind !== "module" && !child.seen)
          next.push({ node: child, place: edge.place, above: new Set([...above, key]) });
      }
    }
    level = next;
  }
  const notes = [...found.notes, ...cut];
  if (wanted > maxDepth) notes.push(`depth is at most ${maxDepth}.`);
  if (found.places.length > 1 && found.how === "name")
    notes.push(`${found.places.length} definitions have this name; pass path to choose one.`);
  if (hiddenTests > 0)
    notes.push(
      `${hiddenTests} call${hiddenTests === 1 ? "" : "s"} from tests ${hiddenTests === 1 ? "is" : "are"} left out.`,
    );
  const unread = roots.filter(({ path }) => !files.loaded(path)?.model).map(({ path }) => path);
  if (unread.length > 0 && servers.size === 0)
    notes.push(
      `Calls in the language of ${showPath(unread[0]!)} are certain within their file only: others of the name are counted, not shown. Ask for the references of the name to see the places.`,
    );
  return {
    direction,
    roots,
    nodes,
    ...leftOut({
      beyond_limit: beyondLimit,
      tests: hiddenTests,
      unresolved: unsure > 0 ? unsure : !complete || unread.length > 0,
    }),
    ...(servers.size > 0 && { server: [...servers].join(", ") }),
    notes: [...notes, ...time.notes],
  };
}

const nodeOf = ({ name, kind, how, sites, place }: CallEdge, line: number): CallNode => ({
  name,
  path: place.path,
  line,
  kind,
  how,
  sites: [...sites],
  calls: [],
});

const bySites = (a: CallEdge, b: CallEdge): number =>
  b.sites.length - a.sites.length ||
  (a.place.path < b.place.path ? -1 : a.place.path > b.place.path ? 1 : a.place.offset - b.place.offset);

const keyOf = ({ path, offset }: SourcePosition): string => `${path}:${offset}`;
