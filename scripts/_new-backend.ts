import { camel, packageFiles } from "./_new-package.ts";

/** A new package `backends-x`: a working backend over a map, which its author replaces by a real storage. */
export function backendFiles(name: string): Record<string, string> {
  const folder = `backends-${name}`;
  const factory = `${camel(name)}Backend`;
  return {
    ...packageFiles(folder, {
      description: `Holdall files on ${name}`,
      dependencies: { "@holdall/tool-core": "workspace:^", "@holdall/tool-kit": "workspace:^" },
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

\`\`\`sh shape
npm install @holdall/${folder} @holdall/tool-core
\`\`\`

\`\`\`ts
import { ${factory} } from "@holdall/${folder}";

const backend = ${factory}();
\`\`\`
`,
  };
}

function source(name: string, factory: string): string {
  return `import { type Backend, comparePaths, dirname, type Entry, type Io, isWithin, type Path } from "@holdall/tool-core";
import { alreadyExists, isFile, isFolder as isAFolder, isRoot, notFound, sliceRange, stale, throwIfAborted } from "@holdall/tool-kit/backends";

interface Stored {
  bytes: Uint8Array;
  version: string;
}

/** Files on ${name}. */
export function ${factory}(): Backend {
  const files = new Map<Path, Stored>();
  let writes = 0;

  const isFolder = (path: Path): boolean => path === "/" || [...files.keys()].some((file) => file !== path && isWithin(file, path));

  const stored = (path: Path, io?: Io): Stored => {
    throwIfAborted(io);
    const file = files.get(path);
    if (file) return file;
    if (isFolder(path)) throw isAFolder(path);
    throw notFound(path);
  };

  return {
    name: "${name}",
    can: { write: true, compareAndSwap: true, emptyDirectories: false, caseSensitive: true },

    async stat(path, io) {
      throwIfAborted(io);
      const file = files.get(path);
      if (file) return { kind: "file", size: file.bytes.length, ...(io?.version && { version: file.version }) };
      return isFolder(path) ? { kind: "directory", size: 0 } : null;
    },

    async read(path, io) {
      const { bytes, version } = stored(path, io);
      return { bytes: sliceRange(bytes, io?.range), version, size: bytes.length };
    },

    async write(path, bytes, io) {
      throwIfAborted(io);
      for (let above = dirname(path); above !== "/"; above = dirname(above)) {
        if (files.has(above)) throw isFile(above);
      }
      if (isFolder(path)) throw isAFolder(path);
      checkVersion(path, files.get(path), io?.ifVersion);
      const version = String(++writes);
      files.set(path, { bytes: new Uint8Array(bytes), version });
      return { version };
    },

    async remove(path, io) {
      if (path === "/") throw isRoot(path);
      if (isFolder(path) && io?.recursive) {
        throwIfAborted(io);
        for (const file of [...files.keys()]) if (isWithin(file, path)) files.delete(file);
        return;
      }
      checkVersion(path, stored(path, io), io?.ifVersion);
      files.delete(path);
    },

    async *list(path, io) {
      if (!isFolder(path)) {
        stored(path, io);
        throw isFile(path);
      }
      for (const entry of entriesBelow(path, files, io?.recursive ?? false)) {
        throwIfAborted(io);
        yield entry;
      }
    },
  };
}

/** Compare what a writer expects with what is there: \`null\` means nothing may be there. */
function checkVersion(path: Path, file: Stored | undefined, expected: string | null | undefined): void {
  if (expected === undefined) return;
  if (expected === null && file) throw alreadyExists(path);
  if (expected !== null && file?.version !== expected) throw stale(path, file?.version ?? null);
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
