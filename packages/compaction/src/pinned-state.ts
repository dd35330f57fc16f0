import type { Json, SessionSnapshot } from "@holdall/tool-core";

/** The state that a model must know after a compaction. It comes from the session, never from a summary. */
export interface PinnedState {
  /** All todos. Only unfinished ones are shown. */
  readonly todos?: readonly { readonly content: string; readonly status: string }[] | undefined;
  /** The approved plan, word for word, and its hash. */
  readonly plan?: { readonly text: string; readonly hash: string } | undefined;
  /** The files that were read, with the version that edits are based on. */
  readonly files?: readonly { readonly path: string; readonly version: string }[] | undefined;
  /** Running tasks. */
  readonly tasks?: readonly { readonly id: string; readonly title: string }[] | undefined;
  /** Loaded tools and skills, by name. */
  readonly tools?: readonly string[] | undefined;
  /** What the user has allowed for this session. */
  readonly grants?: readonly string[] | undefined;
  /** Questions that the user has not answered yet. */
  readonly questions?: readonly { readonly id: string; readonly question: string }[] | undefined;
  /** Facts about the environment: working folder, system, accounts. */
  readonly environment?: readonly string[] | undefined;
}

/** Files that are named at most, the latest. */
const maxFiles = 60;

/** Get todos, files, tasks and loaded tools from a session snapshot. The host adds the plan, grants, questions and environment. */
export function pinnedFromSnapshot({ cwd, state }: SessionSnapshot, more: PinnedState = {}): PinnedState {
  return {
    todos: objectsOf(objectOf(state.todo_list).todos).flatMap(({ content, status }) =>
      typeof content === "string" && typeof status === "string" ? { content, status } : [],
    ),
    files: listOf(state["fs.read-ledger"]).flatMap((row) => {
      const [path, version] = listOf(row);
      return typeof path === "string" && typeof version === "string" ? { path, version } : [];
    }),
    tasks: objectsOf(state.tasks).flatMap(({ id, title, status }) =>
      status === "running" && typeof id === "string" && typeof title === "string" ? { id, title } : [],
    ),
    tools: [
      ...listOf(state.loadedTools).filter((name) => typeof name === "string"),
      ...Object.keys(objectOf(objectOf(state.loadedSkills).loaded)).map((name) => `skill ${name}`),
    ],
    environment: [`The working folder is ${cwd}.`],
    ...more,
  };
}

const listOf = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : []);

const objectOf = (json: Json | undefined): Readonly<Record<string, Json>> =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, Json>) : {};

const objectsOf = (json: Json | undefined) => listOf(json).map(objectOf);

/** The pinned state as lines for the model. */
export function renderPinned(pinned: PinnedState): string[] {
  const {
    todos = [],
    plan,
    files = [],
    tasks = [],
    tools = [],
    grants = [],
    questions = [],
    environment = [],
  } = pinned;
  const open = todos.filter(({ status }) => status === "pending" || status === "in_progress");
  const older = files.length - maxFiles;
  const list = (title: string, rows: readonly string[]) =>
    rows.length > 0 ? [`${title}:`, ...rows.map((row) => `- ${row}`)] : [];
  return [
    ...list("Environment", environment),
    ...list(
      "Unfinished todos",
      open.map(({ content, status }) => `[${status}] ${content}`),
    ),
    ...(plan ? [`The approved plan, word for word (sha256 ${plan.hash}):`, plan.text, "(end of the plan)"] : []),
    ...list("Files you have read, which you can edit without reading them again", [
      ...files.slice(-maxFiles).map(({ path, version }) => `${path} (version ${version})`),
      ...(older > 0 ? [`and ${older} older ones`] : []),
    ]),
    ...list(
      "Running tasks",
      tasks.map(({ id, title }) => `${id}: ${title}`),
    ),
    ...list("Loaded tools and skills", tools.length > 0 ? [tools.join(", ")] : []),
    ...list("Allowed by the user for this session", grants),
    ...list(
      "Questions the user has yet to answer",
      questions.map(({ id, question }) => `${id}: ${question}`),
    ),
  ];
}
