import { basename } from "node:path";
import type { Metafile } from "esbuild";

interface Output {
  readonly path: string;
  readonly text: string;
}

const hashed = /[\w.-]+-[A-Z0-9]{8}(?=\.js\b)/g;

/**
 * The files of a bundle by name, with chunks named after the largest module in them instead of by a hash. Bundles for one folder
 * share the names that are taken.
 */
export function nameChunks(
  files: readonly Output[],
  { outputs }: Metafile,
  taken = new Set<string>(),
): [name: string, text: string][] {
  const names = new Map<string, string>();
  for (const [path, { entryPoint, inputs }] of Object.entries(outputs)) {
    const file = basename(path).match(hashed)?.[0];
    if (file === undefined) continue;
    const largest = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)[0]?.[0] ?? "";
    names.set(file, unused(largest === "" ? "shared" : nameOf(entryPoint ?? largest), taken));
  }
  const rename = (text: string): string => text.replace(hashed, (file) => names.get(file) ?? file);
  return files.map(({ path, text }) => [rename(basename(path)), rename(text)]);
}

/** `tools-fs.read-file` for a module of the workspace, the package's name for others. */
function nameOf(module: string): string {
  const [, third] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module) ?? [];
  if (third !== undefined) return third.replace("@", "").replace("/", ".");
  const [, owner = "cli"] = /packages\/([^/]+)\//.exec(module) ?? [];
  const file = basename(module).replace(/^_|\.[cm]?[jt]sx?$/g, "");
  return `${owner}.${file}`;
}

function unused(name: string, taken: Set<string>): string {
  let next = name;
  for (let count = 2; taken.has(next); count++) next = `${name}.${count}`;
  taken.add(next);
  return next;
}
