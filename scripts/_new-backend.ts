import { camel, packageFiles } from "./_new-package.ts";

/** A new package `backends-x`: a working backend over a map, which its author replaces by a real storage. */
export function backendFiles(name: string): Record<string, string> {
  const folder = `backends-${name}`;
  const factory = `${camel(name)}Backend`;
  return {
    ...packageFiles(folder, {
      description: `Holdall files on ${name}`,
      dependencies: { "@holdall/tool-core": "workspace:^" },
      devDependencies: { "@holdall/conformance": "workspace:^" },
    }),
    [`packages/${folder}/src/index.ts`]: `export { ${factory} } from "./${name}-backend.ts";\n`,
    [`packages/${folder}/src/${name}-backend.ts`]: source(name, factory),
    [`packages/${folder}/src/${name}-backend.test.ts`]: `import { describeBackend } from "@holdall/conformance";
import { toPath } from "@holdall/tool-core";
import { ${factory} } from "./${name}-backend.ts";

describeBackend("${name}", () => ({ backend: ${factory}(), root: toPath("/") }));
`,
    [`packages/${folder}/README.md`]: `# @holdall/${folder}

Lets file tools work on ${name}. Say what a file's version is, and what this storage cannot do.

\`\`\`ts
import { ${factory} } from "@holdall/${folder}";

const backend = ${factory}();
\`\`\`
`,
  };
}

function source(name: string, factory: string): string {
  return `import { abortedError, type Backend, comparePaths, dirname, type Entry, type Io, isWithin, type Path, ToolError } from "@holdall/tool-core";

interface Stored {
  bytes: Uint8Array;
  version: string;
}

/** Files on ${name}. */
export function ${factory}(): Backend {
  const files = new Map<Path, Stored>();
  let writes = 0;

  const isFolder = (path: Path): boolean => path === "/" || [...files.keys()].some((file) => file !== path && isWithin(file, path));

  const stored = (path: Path, { signal }: Io = {}): Stored => {
    if (signal?.aborted) throw abortedError(signal.reason);
    const file = files.get(path);
    if (file) return file;
    if (isFolder(path)) throw new ToolError("wrong_kind", \`\${path} is a folder, not a file.\`, { hint: "List it instead." });
    throw new ToolError("not_found", \`There is no file \${path}.\`, { hint: "List the folder to see what is there." });
  };

  return {
    name: "${name}",
    can: { write: true, compareAndSwap: true, emptyDirectories: false, caseSensitive: true },

    async stat(path, io) {
      if (io?.signal?.aborted) throw abortedError(io.signal.reason);
      const file = files.get(path);
      if (file) return { kind: "file", size: file.bytes.length, ...(io?.version && { version: file.version }) };
      return isFolder(path) ? { kind: "directory", size: 0 } : null;
    },

    async read(path, io) {
      const { bytes, version } = stored(path, io);
      return { bytes: bytes.slice(io?.range?.start, io?.range?.end), version, size: bytes.length };
    },

    async write(path, bytes, io) {
      if (io?.signal?.aborted) throw abortedError(io.signal.reason);
      for (let above = dirname(path); above !== "/"; above = dirname(above)) {
        if (files.has(above)) throw new ToolError("wrong_kind", \`\${above} is a file, so \${path} cannot lie in it.\`, { hint: "Choose another path." });
      }
      if (isFolder(path)) throw new ToolError("wrong_kind", \`\${path} is a folder.\`, { hint: "Choose a path for the file in it." });
      checkVersion(path, files.get(path), io?.ifVersion);
      const version = String(++writes);
      files.set(path, { bytes: new Uint8Array(bytes), version });
      return { version };
    },

    async remove(path, io) {
      if (path === "/") throw new ToolError("permission_denied", "The root stays.", { hint: "Remove what is in it, one by one." });
      if (isFolder(path) && io?.recursive) {
        if (io.signal?.aborted) throw abortedError(io.signal.reason);
        for (const file of [...files.keys()]) if (isWithin(file, path)) files.delete(file);
        return;
      }
      checkVersion(path, stored(path, io), io?.ifVersion);
      files.delete(path);
    },

    async *list(path, io) {
      if (!isFolder(path)) {
        stored(path, io);
        throw new ToolError("wrong_kind", \`\${path} is a file, not a folder.\`, { hint: "Read it, or list the folder it lies in." });
      }
      for (const entry of entriesBelow(path, files, io?.recursive ?? false)) {
        if (io?.signal?.aborted) throw abortedError(io.signal.reason);
        yield entry;
      }
    },
  };
}

/** Compare what a writer expects with what is there: \`null\` means nothing may be there. */
function checkVersion(path: Path, file: Stored | undefined, expected: string | null | undefined): void {
  if (expected === undefined) return;
  if (expected === null && file) throw new ToolError("already_exists", \`\${path} exists already.\`, { hint: "Read it before you replace it." });
  if (expected !== null && file?.version !== expected) {
    throw new ToolError("stale", \`\${path} changed since it was read.\`, { hint: "Read it again, then repeat the change." });
  }
}

/** Files below a folder and the folders they imply, sorted. */
function entriesBelow(folder: Path, files: ReadonlyMap<Path, Stored>, recursive: boolean): Entry[] {
  const found = new Map<Path, Entry>();
  for (const [file, { bytes }] of files) {
    if (file === folder || !isWithin(file, folder)) continue;
    found.set(file, { path: file, kind: "file", size: bytes.length });
    for (let above = dirname(file); above !== folder; above = dirname(above)) found.set(above, { path: above, kind: "directory" });
  }
  return [...found.values()]
    .filter(({ path }) => recursive || dirname(path) === folder)
    .sort((a, b) => comparePaths(a.path, b.path));
}
`;
}
