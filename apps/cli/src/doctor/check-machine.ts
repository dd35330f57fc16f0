import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { promisify } from "node:util";
import { findSettings, type Settings } from "../config/read/settings.ts";
import type { SetupValues } from "../config/read/setup-options.ts";
import type { Io } from "../io.ts";
import { type Setup, setUp } from "../setup/set-up.ts";
import { UsageError } from "../usage-error.ts";
import { checkDatabases } from "./check-databases.ts";
import { checkExtensions } from "./check-extensions.ts";
import { checkFinance } from "./check-finance.ts";
import { checkHistory } from "./check-history.ts";
import { checkInstall } from "./check-install.ts";
import { checkMessages } from "./check-messages.ts";
import { checkNamedSecrets } from "./check-named-secrets.ts";
import { checkPrograms } from "./check-programs.ts";
import { checkProtected, checkSandboxes } from "./check-sandboxes.ts";
import { checkSearch } from "./check-search.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkServers } from "./check-servers.ts";
import type { Finding } from "./finding.ts";
import { ownPath } from "./program-path.ts";

const run = promisify(execFile);

/** What works here. Programs are asked for their version; environment variables are looked for by name only. */
export async function checkMachine(values: SetupValues, io: Io): Promise<Finding[]> {
  const { env } = io;
  const path = ownPath(env.PATH, io.cwd);
  const check = (name: string, commands: readonly VersionCommand[], fix: string, use: string) =>
    checkProgram({ name, fix, use }, commands, { ...env, PATH: path });
  const programs = await Promise.all([
    check("git", ["git"], "install git; without it, ignore rules still work", unused),
    check("ripgrep", ["rg"], "apt-get install ripgrep, or brew install ripgrep", forTests),
    check("socat", [["socat", "-V"]], "apt-get install socat (Linux only)", "only the sandbox runtime needs it"),
    check("chromium", browsers(env), "apt-get install chromium, or set CHROMIUM_PATH", forTests),
    check("postgresql", ["postgres", ...debianServers()], postgresFix, forTests),
  ]);
  return [
    checkNode(),
    ...(await checkSetup(values, io)),
    ...(await checkSandboxes()),
    ...programs,
    checkKeys(env),
    ...(await checkSearch(env)),
  ];
}

function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return { name: "Node", state: "works", text: version };
  return { name: "Node", state: "broken", text: version, fix: "install Node 22.19 or newer from https://nodejs.org" };
}

async function checkSetup(values: SetupValues, io: Io): Promise<Finding[]> {
  let step = "configuration";
  let opened: Setup;
  const services: Finding[] = [];
  try {
    const settings = await findSettings(values, io);
    const { backend, root } = settings;
    services.push(
      ...(await checkNamedSecrets(settings, values.secret, io.env)),
      ...(await checkDatabases(settings, values.secret, io.env)),
      ...(await checkMessages(settings, io.env)),
      ...(await checkFinance(settings, io.env)),
      ...checkWeb(settings),
    );
    step = backend ? "backend" : "root";
    const folder = backend ? undefined : checkRoot(root);
    if (folder?.state === "broken") return [folder];
    opened = await setUp(values, io);
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const fix = "hint" in thrown && typeof thrown.hint === "string" ? thrown.hint : "correct it and run doctor again";
    const name = step === "root" && thrown instanceof UsageError ? "configuration" : step;
    return [{ name, state: "broken", text: thrown.message, fix }, ...services];
  }
  await using setup = opened;
  const { file, root, backend, preset, servers, ignoredServers, config } = setup;
  const text = file ?? "none found; defaults apply";
  const place: Finding = backend
    ? { name: "backend", state: "works", text: `${backend.name} answers` }
    : checkRoot(root);
  const configuration: Finding = { name: "configuration", state: "works", text };
  const unheeded = setup.ignored.map((note): Finding => {
    const fix = "name the file with --config if you trust it";
    return { name: "configuration", state: "missing", text: note.replaceAll("\n ", ""), fix };
  });
  const secrets = await checkSecrets(config.hide_secrets !== false, io.env);
  const isProtected = backend ? [] : await checkProtected(root);
  return [
    ...(backend ? [] : [checkInstall(root)]),
    configuration,
    ...unheeded,
    place,
    ...isProtected,
    checkTools(preset),
    ...checkHistory(preset, io.env),
    secrets,
    ...checkExtensions(setup.extensions, preset.extensions),
    ...checkServers(servers, ignoredServers, root),
    ...(backend ? [] : await checkPrograms(root)),
    ...services,
  ];
}

function checkWeb({ file, config: { web } }: Settings): Finding[] {
  if (web?.enabled !== false) return [];
  return [{ name: "web", state: "missing", text: `switched off by ${file}`, fix: "remove web.enabled from it" }];
}

function checkRoot(root: string): Finding {
  const finding = { name: "root", text: root };
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    return { ...finding, state: "broken", text: `${root} is not a folder`, fix: "name an existing folder with --root" };
  }
  try {
    accessSync(root, constants.R_OK | constants.W_OK);
    return { ...finding, state: "works", text: `${root}, readable and writable` };
  } catch {
    return {
      ...finding,
      state: "missing",
      text: `${root} is not writable`,
      fix: "use --preset readonly, or change its permissions",
    };
  }
}

const checkTools = ({ name, registry }: Setup["preset"]): Finding => ({
  name: "preset",
  state: "works",
  text: `${name}, ${registry.tools().length} tools`,
});

/** Where the tests look for one. */
const browsers = ({ CHROMIUM_PATH }: NodeJS.ProcessEnv): string[] => [
  ...(CHROMIUM_PATH ? [CHROMIUM_PATH] : []),
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
];

/** Debian keeps servers out of PATH, by version. */
function debianServers(home = "/usr/lib/postgresql"): string[] {
  if (!existsSync(home)) return [];
  const versions = readdirSync(home).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => `${home}/${version}/bin/postgres`);
}

const postgresFix = "apt-get install postgresql, or set HOLDALL_TEST_POSTGRES to the URL of a server";
const unused = "nothing needs it yet";
const forTests = "only Holdall's own tests use it";

/** A program, and what makes it tell its version where that is not `--version`. */
type VersionCommand = string | readonly [program: string, flag: string];

interface RequiredProgram {
  readonly name: string;
  /** How to install it. */
  readonly fix: string;
  /** Who needs it. */
  readonly use: string;
}

async function checkProgram(
  { name, fix, use }: RequiredProgram,
  commands: readonly VersionCommand[],
  env: NodeJS.ProcessEnv,
): Promise<Finding> {
  for (const command of commands) {
    const [program, flag] = typeof command === "string" ? [command, "--version"] : command;
    try {
      const { stdout } = await run(program, [flag], { timeout: 5000, env });
      return { name, state: "works", text: /\d+(\.\d+)+/.exec(stdout)?.[0] ?? "found" };
    } catch {
      // not there, or it does not run: the next name
    }
  }
  return { name, state: "missing", text: "not found", fix: `${fix}; ${use}` };
}

const keys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "AI_GATEWAY_API_KEY"];

function checkKeys(env: NodeJS.ProcessEnv): Finding {
  const found = keys.filter((name) => env[name]);
  if (found.length > 0) return { name: "model keys", state: "works", text: found.join(", ") };
  return {
    name: "model keys",
    state: "missing",
    text: "none set",
    fix: `set one of ${keys.join(", ")}; only holdall chat and holdall run need one`,
  };
}
