import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { backendFiles } from "./_new-backend.ts";
import { extensionFiles } from "./_new-extension.ts";
import { presetFiles } from "./_new-preset.ts";
import { toolFiles, toolPackageFiles } from "./_new-tool.ts";
import { readJson, root } from "./_workspace.ts";

const usage = `Usage:
  npm run new -- tool tools-fs/copy-file    one more tool in an existing package
  npm run new -- tool weather               a new package tools-weather with one tool, get-weather
  npm run new -- tool weather/get_forecast  the same, with the tool's name chosen
  npm run new -- backend redis              a new package backends-redis that signs the conformance suite
  npm run new -- extension weather          a package of your own in examples, holdall-tools-weather, that holdall loads
  npm run new -- preset review              a new preset in packages/presets
A name is lower case, its words separated by - or _.`;

interface Plan {
  /** Texts of new files by path from the root. */
  files: Record<string, string>;
  /** The index file that gets one more line, and the line. */
  index?: { path: string; line: string };
  next: string;
  /** It is not published from here. */
  isOwn?: boolean;
}

/** What a command would write, without writing it. Throws a sentence that says what is wrong. */
export function plan(kind: string | undefined, given: string | undefined, from: string): Plan {
  const name = given?.replaceAll("_", "-");
  if (given === undefined || name === undefined) throw new Error(`A name is missing.\n\n${usage}`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*(\/[a-z][a-z0-9]*(-[a-z0-9]+)*)?$/.test(name))
    throw new Error(`${JSON.stringify(given)} cannot be a name here.\n\n${usage}`);
  if (kind === "tool") return planTool(name, from);
  if (kind === "backend" && !name.includes("/")) {
    const short = name.replace(/^backends-/, "");
    return {
      files: backendFiles(short),
      next: `replace the map in packages/backends-${short}/src/${short}-backend.ts by your storage`,
    };
  }
  if (kind === "extension" && !name.includes("/")) {
    const short = name.replace(/^holdall-tools-/, "");
    return {
      files: extensionFiles(short),
      next: `write what examples/holdall-tools-${short}/src/get-${short}.ts does`,
      isOwn: true,
    };
  }
  if (kind === "preset" && !name.includes("/")) {
    const { files, line } = presetFiles(name);
    return {
      files,
      index: { path: "packages/presets/src/index.ts", line },
      next: `choose tools and policy in packages/presets/src/${name}.ts`,
    };
  }
  throw new Error(usage);
}

function planTool(name: string, from: string): Plan {
  const [family = "", given] = name.split("/");
  const folder = existsSync(join(from, "packages", family)) || /^tools?-/.test(family) ? family : `tools-${family}`;
  const tool = given ?? `get-${folder.replace(/^tools?-/, "")}`;
  const next = `write what packages/${folder}/src/${tool}.ts does`;
  if (!existsSync(join(from, "packages", folder))) return { files: toolPackageFiles(folder, tool), next };
  if (given === undefined)
    throw new Error(`packages/${folder} exists. Name the tool as well: npm run new -- tool ${folder}/some-tool`);
  const { files, line } = toolFiles(folder, tool, categoryIn(join(from, "packages", folder)));
  return {
    files,
    index: { path: `packages/${folder}/src/index.ts`, line },
    next: `${next}, and add it to the package's list of tools`,
  };
}

/** The category that the tools of a package have; undefined where they have none. */
function categoryIn(folder: string): string | undefined {
  const counts = new Map<string, number>();
  for (const file of globSync("src/**/*.ts", { cwd: folder, exclude: ["**/*.test.ts", "**/*.fixture.ts"] })) {
    for (const [, category = ""] of readFileSync(join(folder, file), "utf8").matchAll(/\bcategory: "([\w-]+)"/g))
      counts.set(category, (counts.get(category) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Write a plan below a root; refuses to overwrite. Returns the paths it touched. */
export function write({ files, index }: Plan, from: string): string[] {
  const taken = Object.keys(files).filter((path) => existsSync(join(from, path)));
  if (taken.length > 0) throw new Error(`${taken.join(", ")} is there already. Choose another name.`);
  if (index && !existsSync(join(from, index.path)))
    throw new Error(`${index.path} is missing, so there is nothing to add to.`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(from, path)), { recursive: true });
    writeFileSync(join(from, path), text);
  }
  if (!index) return Object.keys(files);
  writeFileSync(join(from, index.path), `${readFileSync(join(from, index.path), "utf8").trimEnd()}\n${index.line}\n`);
  return [...Object.keys(files), index.path];
}

function run(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) console.error(`${command} ${args.join(" ")} failed; run it yourself:\n${stdout}${stderr}`);
}

if (import.meta.main) {
  try {
    const [kind, name] = process.argv.slice(2);
    const wanted = plan(kind, name, root);
    const touched = write(wanted, root);
    run(join(root, "node_modules/.bin/biome"), ["check", "--write", ...touched]);
    if (touched.some((path) => path.endsWith("package.json"))) {
      const { packageManager = "pnpm" } = readJson<{ packageManager?: string }>(join(root, "package.json"));
      run("npx", ["-y", packageManager, "install"]);
    }
    console.log(
      `${touched.map((path) => `  ${path}`).join("\n")}\n\nNext: ${wanted.next}; then ${wanted.isOwn ? "" : "`npm run changeset` and "}\`npm test\`.`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
