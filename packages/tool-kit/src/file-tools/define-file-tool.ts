import {
  type Access,
  type Awaitable,
  type Backend,
  defineTool,
  type Path,
  type Prepared,
  preparedOf,
  type Tool,
  type ToolContext,
  ToolError,
  type ToolOptions,
  text,
} from "@holdall/tool-core";
import { addResolved, guardBackend } from "./guarded-backend.ts";
import { mayMeanAnother, type PathRole } from "./paths/path-role.ts";
import type { LinePosition } from "./paths/path-spellings.ts";
import { type ResolvedPaths, resolvePaths } from "./paths/resolved-paths.ts";
import { showPaths, showPathsIn } from "./paths/show-path.ts";
import { workspaceOf } from "./session-workspace.ts";

/** The options of every file tool. */
export interface FileToolsOptions {
  /** The storage of the files. */
  readonly backend: Backend;
}

type FileToolOptions<I, O, Options, N extends string = string, In = unknown, P = unknown> = Omit<
  ToolOptions<I, O, N, In>,
  "access" | "execute"
> & {
  access(input: I, at: Pick<ToolContext, "cwd" | "state">): Awaitable<readonly Access[] | Prepared<P>>;
  /** True if `render` shows paths itself and needs the unchanged output. */
  readonly showsPaths?: true;
  /** Parameters that hold paths, besides or unlike the usual ones. */
  readonly paths?: Readonly<Record<string, PathRole>>;
  /**
   * The options for a session that works on another backend than the one in the options, without what is about the files of
   * that one alone, such as an index or a language server.
   */
  elsewhere?(options: Options): Options;
  /** The input for a path that was sent with a position, such as `a.ts:3`. */
  at?(input: NoInfer<I>, position: LinePosition): NoInfer<I>;
  /**
   * The backend in the options is valid only for this call: it opens only the locations that the policy was asked about.
   * `prepared` is what `access` returned besides its accesses.
   */
  execute(input: I, ctx: ToolContext, options: Options, prepared: P): Awaitable<O>;
};

/** What `access` of a file tool leaves for `execute`. */
interface PreparedPaths {
  /** The paths that the call names. */
  readonly targets: readonly string[];
  /** Where they lead. Absent if the backend has no links. */
  readonly places: ResolvedPaths | undefined;
  /** The input with the paths that were meant. */
  readonly meant: unknown;
  /** What the tool itself prepared. */
  readonly own: unknown;
}

const usualPaths: Readonly<Record<string, PathRole>> = {
  path: "existing",
  paths: "existing",
  attachments: "existing",
  output_path: "new",
};

/** The accesses of a change whose result shows parts of the file. */
export const readAndWrite = (target: Path): Access[] => [
  { action: "read", target },
  { action: "write", target },
];

/**
 * Define a tool for files of a backend. If a path of a call resolves to another location through links, the policy is also
 * asked about that location. If the location changes before it is opened, nothing is done.
 */
export function defineFileTool<
  I extends object,
  O,
  Options extends FileToolsOptions,
  const N extends string,
  In = unknown,
  P = unknown,
>(
  options: Options,
  {
    access,
    execute,
    render,
    showsPaths,
    paths,
    elsewhere = (own) => own,
    at: placed,
    ...rest
  }: FileToolOptions<I, O, Options, N, In, P>,
): Tool<I, O, N, In> {
  const roles = Object.entries({ ...usualPaths, ...paths });
  const notesOf = new WeakMap<object, readonly string[]>();
  const shown = render && (showsPaths ? render : (output: O, input: I) => render(showPaths(output), input));
  return defineTool<I, O, N, In, PreparedPaths>({
    ...rest,
    ...(shown && {
      render(output: O, input: I) {
        const notes = notesOf.get(input) ?? [];
        const rendered = shown(output, input);
        if (notes.length === 0) return rendered;
        return [...(typeof rendered === "string" ? [text(rendered)] : rendered), text(notes.join("\n"))];
      },
    }),
    async access(written, at) {
      const backend = workspaceOf(at, options.backend);
      let input = written;
      if (roles.some(([key]) => mayMeanAnother((written as Record<string, unknown>)[key]))) {
        const { meantInput } = await import("./input-correction.ts");
        const meant = await meantInput(backend, written, roles, placed, at.cwd);
        input = meant.input;
        notesOf.set(written, meant.notes);
      }
      const { accesses: declared, prepared: own } = preparedOf(await access(input, at));
      const places = backend.realPath ? await resolvePaths(backend, declared) : undefined;
      const targets = declared.map(({ target }) => target);
      return { accesses: places?.accesses ?? declared, prepared: { targets, places, meant: input, own } };
    },
    async execute(_, ctx, prepared) {
      if (!prepared) throw notPrepared(rest.name);
      const { targets, places, meant, own: given } = prepared;
      const backend = workspaceOf(ctx, options.backend);
      const own = backend === options.backend ? options : elsewhere(options);
      const held = { ...own, backend: places ? guardBackend(backend, places) : backend };
      try {
        return await execute(meant as I, ctx, held, given as P);
      } catch (error) {
        throw showPathsIn(error, targets);
      }
    },
  });
}

/** Without what its access check found out, a call could open what the user was not asked about. */
const notPrepared = (tool: string) =>
  new ToolError("internal", `${tool} was started without what its access check prepared. Nothing was done.`, {
    hint: "Call it through a session. Code that wraps `execute` passes all three arguments on: (input, ctx, prepared).",
  });

/**
 * Ask the policy about an access that is discovered during a call. Throws `permission_denied`. Afterwards, the backend of the
 * call opens it.
 */
export async function requireAccess(
  { backend }: FileToolsOptions,
  accesses: readonly Access[],
  ctx: ToolContext,
): Promise<void> {
  addResolved(backend, await authorize({ backend }, accesses, ctx));
}

async function authorize(
  { backend }: FileToolsOptions,
  accesses: readonly Access[],
  { require }: ToolContext,
): Promise<ResolvedPaths> {
  const places = await resolvePaths(backend, accesses);
  await require(...places.accesses);
  return places;
}

/** Load a module once. If it is loaded, a call starts immediately, so that the calls of one answer start in order. */
export function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
