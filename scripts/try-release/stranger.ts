import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type ExecResult, exec } from "../_process.ts";

/** An empty folder with nothing but a registry and a Node. */
export interface Stranger {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  /** Run a program to its end. Throws with its output when it fails. */
  run(command: string, ...args: string[]): Promise<string>;
}

/** Make a stranger in a new folder; its programs find `node` first on their PATH. */
export function makeStranger(folder: string, node: string, env: NodeJS.ProcessEnv): Stranger {
  mkdirSync(folder, { recursive: true });
  const clean = Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^npm_/i.test(name))
      .map((name) => [name, undefined]),
  );
  const path = [dirname(node), ...(process.env.PATH ?? "").split(delimiter)];
  const outside = path.filter((one) => !one.includes("node_modules") || one === dirname(node)).join(delimiter);
  return {
    folder,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    },
    async run(command, ...args) {
      const all = { ...clean, ...env, PATH: outside, INIT_CWD: undefined, NODE_COMPILE_CACHE: undefined };
      const { code, output }: ExecResult = await exec(command, args, folder, all);
      if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${output.trim()}`);
      return output.trim();
    },
  };
}

/** Install a Node of some major version from its npm package. Returns its path; throws where there is none for this machine. */
export async function installNode(major: number, folder: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (Number(process.versions.node.split(".")[0]) === major) return process.execPath;
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const stranger = makeStranger(folder, process.execPath, env);
  stranger.write({ "package.json": '{ "private": true }' });
  await stranger.run("npm", "install", "--silent", `${name}@${major}`);
  const node = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(node)) throw new Error(`${name}@${major} brings no ${node}.`);
  return node;
}
