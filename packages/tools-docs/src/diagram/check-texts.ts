import { decodeRead } from "./entity-codes.ts";
import { titleOf } from "./unsupported-syntax.ts";

interface Titled {
  readonly id?: string;
  readonly text?: string;
  readonly title?: string;
}

interface StateNode {
  readonly note?: { readonly text?: string };
  readonly doc?: readonly {
    readonly stmt?: string;
    readonly description?: string;
    readonly note?: { readonly text?: string };
  }[];
}

/** What mermaid knows of the words in a diagram; which of them are there depends on its kind. */
interface TextDb {
  getVertices?(): ReadonlyMap<string, Titled>;
  getEdges?(): readonly Titled[];
  getSubGraphs?(): readonly Titled[];
  getMessages?(): readonly { readonly message?: unknown; readonly placement?: unknown; readonly type?: number }[];
  getNotes?(): ReadonlyMap<string, Titled> | readonly Titled[];
  getNamespaces?(): ReadonlyMap<string, { readonly label?: string }>;
  getStates?(): ReadonlyMap<string, StateNode>;
  getRelations?():
    | readonly { readonly title?: string; readonly relationTitle?: string }[]
    | ReadonlyMap<string, unknown>;
  getRelationships?(): readonly { readonly roleA?: string }[];
  getDiagramTitle?(): string;
}

/** A text of the diagram that is not in the drawing; empty where all are. */
export function missingText(svg: string, db: TextDb): string {
  const drawn = wordsOf(svg);
  for (const [what, text] of textsOf(db)) {
    if (!drawn.includes(flat(decodeRead(text))))
      return `the ${what} ${JSON.stringify(decodeRead(text).slice(0, 60))} would not be drawn`;
  }
  return "";
}

/** What is around the diagram and is left out, in sentences. */
export function undrawn(svg: string, db: TextDb, code: string): string[] {
  const drawn = wordsOf(svg);
  const title = titleOf(code, db.getDiagramTitle?.());
  const spaces = [...(db.getNamespaces?.().values() ?? [])].flatMap(({ label }) => (label ? [label] : []));
  return [
    ...(title !== "" && !drawn.includes(flat(decodeRead(title)))
      ? [`The title ${JSON.stringify(title)} is not drawn.`]
      : []),
    ...spaces
      .filter((label) => !drawn.includes(flat(label)))
      .map((label) => `The namespace ${JSON.stringify(label)} is not drawn.`),
    ...(/^\s*%%\{\s*init|^---\n[\s\S]*?^config:/m.test(code) ? ["Its theme and configuration are not used."] : []),
  ];
}

function textsOf(db: TextDb): [what: string, text: string][] {
  const groups = new Set((db.getSubGraphs?.() ?? []).map(({ id }) => id));
  const messages = db.getMessages?.() ?? [];
  const relations = db.getRelations?.() ?? [];
  const notes = [...(db.getNotes?.().values() ?? [])];
  const states = [...(db.getStates?.().values() ?? [])];
  const all: [string, string | undefined][] = [
    ...[...(db.getVertices?.() ?? [])].map(([id, { text }]): [string, string | undefined] => [
      "label",
      groups.has(id) ? undefined : text,
    ]),
    ...(db.getEdges?.() ?? []).map(({ text }): [string, string | undefined] => ["label", text]),
    ...(db.getSubGraphs?.() ?? []).map(({ title }): [string, string | undefined] => ["title", title]),
    ...messages.map(({ message, placement }): [string, string | undefined] => [
      placement === undefined ? "message" : "note",
      typeof message === "string" ? message : undefined,
    ]),
    ...notes.map(({ text }): [string, string | undefined] => ["note", text]),
    ...states.flatMap(({ note, doc = [] }): [string, string | undefined][] => [
      ["note", note?.text],
      ...doc.map((each): [string, string | undefined] => ["note", each.note?.text]),
      ...doc.map(({ stmt, description }): [string, string | undefined] => [
        "label",
        stmt === "relation" ? description : undefined,
      ]),
    ]),
    ...(Array.isArray(relations) ? relations : []).map(
      ({
        title,
        relationTitle,
      }: {
        readonly title?: string;
        readonly relationTitle?: string;
      }): [string, string | undefined] => ["label", title ?? relationTitle],
    ),
    ...(db.getRelationships?.() ?? []).map(({ roleA }): [string, string | undefined] => ["label", roleA]),
  ];
  return all.flatMap(([what, text]) => (typeof text === "string" && flat(text) !== "" ? [[what, text]] : []));
}

/** The words of a drawing, without the places where lines end. */
const wordsOf = (svg: string): string =>
  flat(
    svg
      .replace(/<[^>]*>/g, "")
      .replace(
        /&(lt|gt|quot|amp|#39);/g,
        (_, name: string) => ({ lt: "<", gt: ">", quot: '"', amp: "&", "#39": "'" })[name] ?? "",
      ),
  );

const flat = (text: string): string => text.replace(/<\/?[a-z][^>]*>|\\n/gi, "").replace(/[\s"`*]+/g, "");
