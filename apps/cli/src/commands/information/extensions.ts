import { parseArguments } from "../../config/arguments.ts";
import { trustFile } from "../../config/ownership/trust-of-user.ts";
import { findSettings } from "../../config/read/settings.ts";
import { codeLines } from "../../extensions/ask-to-load.ts";
import { setTrust, trustOf } from "../../extensions/extension-trust.ts";
import { type FoundExtension, findExtensions } from "../../extensions/find-extensions.ts";
import { type Code, readCode } from "../../extensions/read-code.ts";
import type { Io } from "../../io.ts";
import { plain } from "../../render/plain.ts";
import { print } from "../../render/print.ts";
import { UsageError } from "../../usage-error.ts";

export const options = {
  root: { type: "string", multiple: true },
  config: { type: "string" },
  json: { type: "boolean" },
} as const;

export const help = `holdall extensions list [options]: the code of others that is named here
holdall extensions show NAME [options]: the files of one of them, whole
holdall extensions trust NAME [options]: load it in this folder, until it changes
holdall extensions untrust NAME [options]: ask about it again

  --root DIR         the folder that the tools stay in (default: where you are)
  --config FILE      instead of the nearest holdall.config.yaml, .yml or
                     .json, from the root upward
  --json             as JSON

Extensions are modules with tools, middleware, backends and a policy. Those in
~/.config/holdall/tools, and those that extensions names in a configuration that
--config names, are loaded. Those of a configuration that was only found ask you
first, and again when a byte of their code changes: you trust all of it, read it
before. None of these commands runs it; holdall doctor says what each one brings.

Examples
  holdall extensions list
  holdall extensions show ./tools/weather.ts
  holdall extensions trust ./tools/weather.ts`;

/** Show code that sessions would load, or say which of it is trusted. Nothing of it runs. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 2 });
  const [action = "list", label] = words;
  const isAction =
    action === "list" ? label === undefined : ["show", "trust", "untrust"].includes(action) && label !== undefined;
  if (!isAction) {
    throw new UsageError(
      "Say what to do.",
      "holdall extensions list, holdall extensions show NAME, holdall extensions trust NAME, or holdall extensions untrust NAME.",
    );
  }
  const settings = await findSettings(values, io);
  for (const note of settings.ignored) io.stderr.write(`${note}\n`);
  const all = findExtensions(settings, io.env);
  if (action === "list") return await list(all, values.json ?? false, io);
  const found = all.find((each) => each.label === label);
  if (!found) {
    const names = all.map((each) => plain(each.label)).join(", ");
    throw new UsageError(`There is no extension ${label} here.`, names ? `There is ${names}.` : "None is named here.");
  }
  if (found.file === undefined) throw new UsageError(`${label}: ${found.problem}.`, `To fix it, ${found.fix}.`);
  const code = await codeOf(found);
  if (action === "show") return show(found, code, values.json ?? false, io);
  if (found.origin !== "found") return print(plain(`${label} is your own choice, so it is loaded.`), io);
  const isTrusted = action === "trust";
  await setTrust(code, isTrusted, io.env);
  const kept = isTrusted
    ? `is trusted as it is now: ${code.hash}, kept in ${trustFile(io.env)}`
    : "is asked about from now on";
  return print(plain(`${label} ${kept}.`), io);
}

const codeOf = ({ file = "", origin, folder }: FoundExtension): Promise<Code> =>
  readCode(file, origin === "found" ? folder : undefined);

async function list(all: readonly FoundExtension[], json: boolean, io: Io): Promise<number> {
  const listed = await Promise.all(all.map((found) => stateOf(found, io.env)));
  const code = listed.some(({ problem }) => problem !== undefined) ? 1 : 0;
  if (json) return print(JSON.stringify({ extensions: listed }, null, 2), io) || code;
  if (listed.length === 0) return print("No extensions.", io);
  for (const { label, by, state, files, problem } of listed) {
    const what = problem ?? `${states[state]}, ${files === 1 ? "1 file" : `${files} files`}`;
    print(plain(`${problem === undefined ? "" : "! "}${label} (${by}): ${what}`.replace(/[\r\n]+/g, " ")), io);
  }
  return code;
}

const states = { loaded: "loaded", trusted: "trusted, loaded", new: "asks", changed: "has changed, asks" } as const;

async function stateOf(found: FoundExtension, env: NodeJS.ProcessEnv) {
  const { label, origin, by, file, problem } = found;
  const about = { label, origin, by, file };
  if (problem !== undefined) return { ...about, state: "loaded" as const, files: 0, problem };
  try {
    const code = await codeOf(found);
    const state = origin === "found" ? (await trustOf(code, env)).state : ("loaded" as const);
    return { ...about, state, files: code.files.length, hash: code.hash, problem: undefined };
  } catch (thrown) {
    return {
      ...about,
      state: "loaded" as const,
      files: 0,
      problem: thrown instanceof Error ? thrown.message : String(thrown),
    };
  }
}

function show(found: FoundExtension, code: Code, json: boolean, io: Io): number {
  const { files, hash } = code;
  if (json) return print(JSON.stringify({ label: found.label, by: found.by, hash, files }, null, 2), io);
  return print([plain(`${found.label} (${found.by})`), hash, "", ...codeLines({ code })].join("\n").trimEnd(), io);
}
