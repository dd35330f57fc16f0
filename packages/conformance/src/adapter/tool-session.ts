import {
  type Access,
  type Approve,
  allow,
  createRegistry,
  openSession,
  type Path,
  type Policy,
  relativePath,
  type Session,
  type Tool,
  type ToolResult,
  toPath,
} from "@holdall/tool-core";
import { check, listed } from "../_assert.ts";
import type { ToolFixture } from "../tool/tool-case.ts";

/** The observed effects of the tool under test, independent of what the session reports. */
export interface Watched {
  readonly session: Session;
  /** Runs of the tool's own `execute`, as promises that settle when it really ends. */
  readonly runs: readonly Promise<unknown>[];
  /** Call the tool with its sample, after what the fixture prepares. */
  call(options?: Parameters<Session["call"]>[2]): Promise<ToolResult>;
}

interface WatchHow {
  readonly policy?: Policy;
  readonly dryRun?: boolean;
  readonly approve?: Approve;
  /** Called when the tool is about to run. */
  readonly onStart?: () => void;
}

/** Open a session that allows everything and watches one tool. */
export async function watchTool(
  tool: Tool,
  fixture: ToolFixture,
  { policy = allow(), dryRun, approve, onStart }: WatchHow = {},
): Promise<Watched> {
  const runs: Promise<unknown>[] = [];
  const watched: Tool = {
    ...tool,
    execute(input, ctx, prepared) {
      const ended = Promise.withResolvers<void>();
      const end = () => ended.resolve();
      runs.push(ended.promise);
      onStart?.();
      let started: ReturnType<Tool["execute"]>;
      try {
        started = tool.execute(input, ctx, prepared);
      } catch (error) {
        end();
        throw error;
      }
      if (!(Symbol.asyncIterator in Object(started))) {
        Promise.resolve(started).then(end, end);
        return started;
      }
      return (async function* () {
        try {
          return yield* started as AsyncGenerator<never, unknown, void>;
        } finally {
          end();
        }
      })();
    },
  };
  const registry = createRegistry(fixture.tools.map((other) => (other === tool ? watched : other)));
  const session = openSession(registry, { policy, cwd: fixture.root ?? toPath("/"), dryRun, approve });
  await fixture.prepare?.(session, tool.name);
  runs.length = 0;
  return { session, runs, call: (options) => session.call(tool.name, fixture.samples[tool.name], options) };
}

export const rootOf = ({ root }: ToolFixture): Path => root ?? toPath("/");

/** The accesses that the session judges for the sample. */
export async function accessOf(tool: Tool, fixture: ToolFixture): Promise<readonly Access[]> {
  const { session } = await watchTool(tool, fixture);
  const { access } = await session.decide(tool.name, fixture.samples[tool.name]);
  await session[Symbol.asyncDispose]();
  return access;
}

/** The session's answer must be a success. */
export function succeeded(result: ToolResult, what: string): asserts result is Extract<ToolResult, { ok: true }> {
  check(result.ok, `${what} failed${result.ok ? "" : ` with ${result.error.code}: ${result.error.message}`}`);
}

/** Everything below the fixture's root: path from there → content, folders as `/`. */
export async function snapshot({ backend, root = toPath("/") }: ToolFixture): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (!backend) return found;
  for (const { path, kind } of await listed(backend.list(root, { recursive: true }))) {
    found.set(relativePath(path, root), kind === "file" ? Array.from((await backend.read(path)).bytes).join() : "/");
  }
  return found;
}

/** The paths that differ between two snapshots. */
export function changedPaths(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}

export const needsBackend = (_: Tool, { backend }: ToolFixture): string | undefined =>
  backend ? undefined : "these tools have no storage to look at";
