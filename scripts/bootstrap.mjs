// Starts every root command on a machine that may have nothing but Node 20 and npm: plain JavaScript, no dependencies.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { npxScript } from "./npx-script.mjs";
import { setupMachine } from "./setup-machine.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, "node_modules", ".bin");
const windows = process.platform === "win32";
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const cli = join(root, "apps/cli/dist/main.js");

const env = {
  ...process.env,
  // On Windows npx is told "node", because it cannot start a path with blanks.
  PATH: [bin, ...(windows ? [dirname(process.execPath)] : []), process.env.PATH ?? ""].join(delimiter),
  DO_NOT_TRACK: "1",
  npm_config_loglevel: "error",
  npm_config_update_notifier: "false",
};

/** Say what happens on stderr, so that stdout stays the command's own. */
function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Print what went wrong and what to do, then leave. */
function fail(text) {
  say(`\n${text}`);
  process.exit(1);
}

/** npx, without the batch file that it is on Windows: a shell between would change paths with blanks. */
function npx() {
  if (!windows) return ["npx"];
  const script = npxScript(process.env.npm_execpath, process.execPath);
  if (script === undefined)
    fail("npx was not found beside this Node. Install Node 24 from https://nodejs.org, which has it.");
  return [process.execPath, script];
}

/** Run pnpm with its output captured; the whole output appears only when it fails. */
function pnpm(args, purpose) {
  const [program, ...words] = npx();
  const result = spawnSync(program, [...words, "-y", packageManager, ...args], { cwd: root, env, encoding: "utf8" });
  if (result.status === 0) return;
  fail(
    `${purpose} failed (npx -y ${packageManager} ${args.join(" ")}):\n\n${result.stdout ?? ""}${result.stderr ?? ""}${result.error ?? ""}`,
  );
}

/** What an installation depends on, as one hash. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const name of ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json"])
    hash.update(readFileSync(join(root, name)));
  return hash.digest("hex");
}

/** Install dependencies, Node 24 among them, unless this lockfile is already installed. */
function install() {
  const stamp = join(root, "node_modules", ".holdall-installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint()) return;
  say("Installing dependencies …");
  // What tests compiled is kept between runs, and would otherwise grow for ever.
  rmSync(join(root, "node_modules/.cache/compiled"), { recursive: true, force: true });
  pnpm(["install", "--frozen-lockfile"], "The installation");
  writeFileSync(stamp, fingerprint());
}

/** The Node to go on with: the installed one, else the host's own when it is new enough. */
function findNode(minimum) {
  const candidates = [join(bin, windows ? "node.exe" : "node"), process.execPath];
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue;
    const { stdout } = spawnSync(candidate, ["--version"], { encoding: "utf8" });
    const [major = 0, minor = 0] = (stdout ?? "").trim().slice(1).split(".").map(Number);
    if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return candidate;
  }
  return fail(
    `Holdall's workspace needs Node ${minimum.join(".")} or newer; this is ${process.version}, and the copy that the installation\n` +
      "brings along is for Linux (x64, arm64) only. Install Node 24 from https://nodejs.org and run the same command again.",
  );
}

/** Run a program in the foreground and leave with its exit code. */
function run(command, args, cwd = root) {
  const child = spawn(command, args, { cwd, env, stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`Could not start ${command}: ${error.message}`));
  child.on("close", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/** The newest change below a folder, in milliseconds. */
function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name === "dist") continue;
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

/** Build the command when it is missing or older than a source. */
function buildCli() {
  if (!existsSync(join(root, "apps/cli/package.json"))) return false;
  const changed = Math.max(...["apps/cli", "packages"].map((name) => newest(join(root, name))));
  if (existsSync(cli) && statSync(cli).mtimeMs >= changed) return true;
  const built = spawnSync(findNode([24, 2]), [join(root, "scripts/build-command.ts")], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  if (built.status !== 0) fail(`The build of apps/cli failed:\n\n${built.stdout}${built.stderr}`);
  if (!existsSync(cli)) return fail(`The build left no ${cli}: check "bin" of apps/cli/package.json.`);
  utimesSync(cli, new Date(), new Date());
  return true;
}

const indent = (text) => text.replace(/^/gm, "  ");

/** Show the product at work, then how to use it elsewhere. */
function start(node) {
  say("Building the command …");
  if (!buildCli()) return say("apps/cli is not there yet: nothing to start.");
  const demo = spawnSync(node, [cli, "demo"], { cwd: root, env, stdio: "inherit" });
  if (demo.status !== 0) fail(`holdall demo ended with code ${demo.status}. Try \`npm run -s holdall -- doctor\`.`);
  const server = { command: node, args: [cli, "serve", "--root", "/path/to/your/project"] };
  console.log(`Add Holdall to an MCP host (Claude Code, Cursor, VS Code, …):

${indent(JSON.stringify({ mcpServers: { holdall: server } }, null, 2))}

Add Holdall to an AI SDK app:

  import { toAiTools } from "@holdall/ai-sdk";
  import { coding } from "@holdall/presets";
  import { openSession } from "@holdall/tool-core";

  const preset = coding({ root: "." });
  const session = openSession(preset.registry, preset);
  const agent = new ToolLoopAgent({ model, instructions: preset.instructions, tools: toAiTools(session) });

In a browser:  npm run playground
In a terminal: npm run -s holdall -- chat --model provider/name
More:          npm run -s holdall -- --help`);
}

const [command = "help", ...rest] = process.argv.slice(2);
const scripts = {
  bench: "bench/run.ts",
  eval: "eval/run.ts",
  "try-platforms": "scripts/try-platforms.ts",
  changeset: "node_modules/@changesets/cli/bin.js",
};
/** Scripts that call pnpm, which is put on their PATH. */
const withPnpm = {
  test: "scripts/run-tests.ts",
  release: "scripts/release.ts",
  "try-release": "scripts/try-release.ts",
};
const commands = ["setup", "start", "holdall", "playground", "docs", ...Object.keys({ ...scripts, ...withPnpm })];

if (!commands.includes(command)) {
  const others = commands.filter((name) => name !== "start" && name !== "test");
  fail(`Unknown command "${command}". Use one of: npm start, npm test, npm run ${others.join("|")}.`);
}
// Debian's packages come while the dependencies are installed.
const machine =
  command === "test" || command === "setup" ? setupMachine({ say, again: command === "setup" }) : undefined;
install();
await machine;
// The built command runs on Node 22; scripts and sources run as they are, which takes Node 24.
const node = findNode(["setup", "start", "holdall", "playground"].includes(command) ? [22, 19] : [24, 2]);
if (command === "setup") say(`Ready: ${node}`);
else if (command === "start") start(node);
else if (command in withPnpm) {
  const [program, ...words] = npx();
  const script = [windows ? "node" : node, join(root, withPnpm[command])];
  run(program, [...words, "-y", "-p", packageManager, ...script, ...rest]);
} else if (command === "holdall") {
  if (!buildCli()) fail("apps/cli is not there yet.");
  run(node, [cli, ...rest], process.env.INIT_CWD ?? root);
} else if (command === "playground") {
  const folder = join(root, "apps/playground");
  run(node, [join(folder, "node_modules/vite/bin/vite.js"), ...rest], folder);
} else if (command === "docs") {
  const [action = "dev", ...options] = rest;
  if (action === "questions") run(node, [join(root, "scripts/docs/ask-questions.ts")]);
  else run(node, [join(root, "node_modules/vitepress/bin/vitepress.js"), action, "docs", ...options]);
} else {
  if (!existsSync(join(root, scripts[command]))) fail(`${scripts[command]} is not there yet.`);
  run(node, [join(root, scripts[command]), ...rest]);
}
