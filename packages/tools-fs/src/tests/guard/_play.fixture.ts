import {
  allow,
  type Backend,
  contentText,
  createRegistry,
  joinPath,
  openSession,
  type ToolResult,
  toPath,
} from "@holdall/tool-core";
import { toHex } from "@holdall/tool-kit";
import { fsTools } from "../../fs-tools.ts";

/** A call, or a change by somebody else. `{root}` in a text is the root; a `version` of `{now}` is the file's own. */
export type Step =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly outside?: never }
  | { readonly tool?: never; readonly outside: string; readonly content: string };

/** Files below a root and a session on them: runs steps, notes what each said, and tells in the end what is there. */
export async function startPlay(backend: Backend, root: string, files: Readonly<Record<string, Uint8Array>>) {
  const at = (path: string) => joinPath(toPath(root), path);
  for (const [path, bytes] of Object.entries(files)) await backend.write(at(path), bytes);
  const session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), cwd: root, id: "recorded" });
  const results: string[] = [];
  const versions = new Set<string>();

  return {
    async run(step: Step): Promise<void> {
      if (step.tool === undefined) {
        await backend.write(at(step.outside), new TextEncoder().encode(step.content));
        return;
      }
      const { tool, input } = step;
      const filled = JSON.parse(JSON.stringify(input).replaceAll("{root}", root)) as typeof input & { path: string };
      const version = filled.version === "{now}" && (await backend.stat(at(filled.path), { version: true }))?.version;
      const result = await session.call(tool, version ? { ...filled, version } : filled);
      collectVersions(result.ok ? result.output : result.error.data, versions);
      results.push(`${tool} ${JSON.stringify(input)}\n${told(tool, result, root, versions)}`);
    },
    async end() {
      await session[Symbol.asyncDispose]();
      const left: Record<string, string> = {};
      for await (const { path, kind } of backend.list(toPath(root), { recursive: true }))
        if (kind === "file") left[path.slice(root.length + 1)] = toHex((await backend.read(path)).bytes);
      return { results, files: left };
    },
  };
}

/** All that a result says, with what may differ between stores made alike: versions, times, modes, the root, a glob's order. */
function told(tool: string, result: ToolResult, root: string, versions: ReadonlySet<string>): string {
  const { output, ...told } = result.ok ? result : { ...result, output: undefined };
  const isGlob = tool === "glob_files";
  const shown = contentText(result.content);
  const text = JSON.stringify(
    {
      ...told,
      output: isGlob ? sortedFiles(Object(output)) : output,
      content: isGlob ? shown.split("\n").sort() : shown.replace(/, (mode [0-7]{4}|modified [\dT:.Z-]+)/g, ""),
      files: result.content.filter(({ type }) => type !== "text").length,
    },
    withoutAttributes,
    1,
  ).replaceAll(root, "/ws");
  // The longest first, as a version may begin with another.
  const known = [...versions].sort((a, b) => b.length - a.length);
  return known.reduce((so, version) => so.replaceAll(version, "VERSION"), text);
}

/** POSIX modes and times are what only some stores have. */
const withoutAttributes = (name: string, value: unknown): unknown =>
  name === "modified" || (name === "mode" && /^[0-7]{4}$/.test(String(value))) ? undefined : value;

const sortedFiles = (output: object): object =>
  "files" in output && Array.isArray(output.files) && output.files.every((file) => typeof file === "string")
    ? { ...output, files: [...output.files].sort() }
    : output;

/** Every text that stands under `version`, however deep. */
function collectVersions(value: unknown, into: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (name === "version" && typeof inner === "string" && inner !== "") into.add(inner);
    else collectVersions(inner, into);
  }
}
