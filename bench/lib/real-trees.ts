import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./bundle.ts";
import { tempFolder } from "./temp.ts";

/** A tree as people have them: with images, fonts, archives and lock files. */
export interface RealTree {
  readonly label: string;
  readonly folder: string;
}

/** Published packages, by what is special about them: each is unpacked from the registry once. */
const published = [
  { what: "a command with templates and a lock file", name: "firebase-tools@15.34.2" },
  { what: "fonts and vector images", name: "@fortawesome/fontawesome-free@7.3.1" },
  { what: "WebAssembly, fonts, character maps", name: "pdfjs-dist@6.5.438" },
  { what: "images and an archive", name: "@react-native-community/template@0.87.2" },
  { what: "many small binary files", name: "cryptocurrency-icons@0.18.1" },
  { what: "above 64 MiB", name: "monaco-editor@0.57.0" },
] as const;

const cache = join(root, "node_modules/.cache/bench-trees");

/** This checkout as it was committed, published packages, and all of them side by side. */
export function realTrees(): RealTree[] {
  const all = tempFolder("real-trees");
  const trees = [{ label: "this checkout", folder: checkout(join(all, "checkout")) }];
  for (const { what, name } of published) trees.push({ label: `${name}: ${what}`, folder: unpacked(name) });
  for (const { name } of published) execFileSync("cp", ["-a", unpacked(name), join(all, folderOf(name))]);
  return [...trees, { label: "all of these side by side", folder: all }];
}

function checkout(folder: string): string {
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", "HEAD"], { cwd: root, maxBuffer: 1e9 });
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  return folder;
}

const folderOf = (name: string): string => name.replaceAll("/", "+");

function unpacked(name: string): string {
  const folder = join(cache, folderOf(name));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const half = mkdtempSync(join(cache, "half-"));
  try {
    // Beside this Node, as npm may be of another one.
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    execFileSync("npm", ["pack", name, "--silent", "--ignore-scripts"], {
      cwd: half,
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const archive = readdirSync(half).find((file) => file.endsWith(".tgz"));
    if (archive === undefined) throw new Error(`npm packed nothing for ${name}.`);
    mkdirSync(join(half, "package"), { recursive: true });
    execFileSync("tar", ["-xzf", archive], { cwd: half });
    renameSync(join(half, "package"), folder);
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}
