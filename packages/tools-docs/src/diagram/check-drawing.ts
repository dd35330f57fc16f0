interface StateDb {
  readonly doc?: readonly ({ readonly stmt?: string } & StateDb)[] | undefined;
}

/** What mermaid knows of a diagram; which of them are there depends on its kind. */
interface DiagramDb {
  getVertices?(): ReadonlyMap<string, unknown>;
  getEdges?(): readonly unknown[];
  getSubGraphs?(): readonly { readonly id: string }[];
  getActors?(): ReadonlyMap<string, unknown>;
  getMessages?(): readonly { readonly from?: string; readonly to?: string }[];
  getClasses?(): ReadonlyMap<string, unknown>;
  getEntities?(): ReadonlyMap<string, unknown>;
  getStates?(): ReadonlyMap<string, StateDb>;
  getRelations?(): readonly unknown[] | ReadonlyMap<string, unknown>;
  getRelationships?(): readonly unknown[];
}

/** Compare a drawing with what mermaid read, and `added` links of notes. The answer says what is missing; it is empty for a whole one. */
export function checkDrawing(svg: string, db: DiagramDb, added = 0): string {
  const drawn = (name: string): string[] =>
    [...svg.matchAll(new RegExp(`class="${name}" data-id="([^"]*)"`, "g"))].map(([, id = ""]) => decode(id));
  const count = (name: string): number => svg.split(`class="${name}"`).length - 1;

  if (db.getVertices) {
    // A subgraph that has links is among the nodes.
    const groups = new Set((db.getSubGraphs?.() ?? []).map(({ id }) => id));
    const nodes = counts("nodes", [...db.getVertices().keys()].filter((id) => !groups.has(id)).length, count("node"));
    return nodes || counts("links", db.getEdges?.().length ?? 0, count("edge"));
  }
  if (db.getActors) {
    const messages = (db.getMessages?.() ?? []).filter(({ from, to }) => from !== undefined && to !== undefined);
    const isWhole = count("message") + count("note") >= messages.length;
    return missing("participant", db.getActors().keys(), drawn("actor")) || (isWhole ? "" : "a message is not drawn");
  }
  if (db.getEntities) {
    const relations = counts("relations", db.getRelationships?.().length ?? 0, count("er-relationship"));
    return missing("entity", db.getEntities().keys(), drawn("entity")) || relations;
  }
  if (db.getStates) {
    const states = [...db.getStates().keys()].filter((id) => !/_(?:start|end)\d*$/.test(id));
    const nodes = [...drawn("node"), ...drawn("subgraph")];
    const transitions = added + sizeOf(db.getRelations?.()) + [...db.getStates().values()].reduce(insideOf, 0);
    return missing("state", states, nodes) || counts("transitions", transitions, count("edge"));
  }
  if (db.getRelations && db.getClasses) {
    const relations = counts("relations", sizeOf(db.getRelations()) + added, count("class-relationship"));
    return missing("class", db.getClasses().keys(), drawn("class-node")) || relations;
  }
  return "this kind of diagram is checked only";
}

/** Transitions inside of composite states. */
const insideOf = (sum: number, { doc = [] }: StateDb): number =>
  doc.reduce((count, each) => count + (each.stmt === "relation" ? 1 : insideOf(0, each)), sum);

const sizeOf = (many: readonly unknown[] | ReadonlyMap<string, unknown> = []): number =>
  "length" in many ? many.length : many.size;

const counts = (what: string, read: number, drawn: number): string =>
  read === drawn ? "" : `${drawn} of ${read} ${what} would be drawn`;

function missing(what: string, read: Iterable<string>, drawn: readonly string[]): string {
  for (const id of read) if (!drawn.includes(id)) return `${what} ${id} would not be drawn`;
  return "";
}

const decode = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
