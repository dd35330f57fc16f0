import { readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { notify, ToolError } from "@holdall/tool-core";
import { readHostPattern, type Secrets, type SecretUse, secretInfo } from "@holdall/tool-kit/secrets";
import { mergeHits } from "../scrubber/hits.ts";
import { createKnownValues } from "../scrubber/known-values.ts";

/** Where the value of a secret is, and where it may go. */
export interface SecretEntry {
  /** The variable of the environment that has the value. */
  readonly env?: string | undefined;
  /** The file that has the value, by its absolute path. Line breaks at its end are not a part of it. */
  readonly file?: string | undefined;
  /**
   * The hosts that get the value: `api.example.com`, `*.example.com` for all below it, each with an optional `:port`. Only over
   * TLS, except on loopback and for hosts that are written as `http://host`.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Whether the value may be put into the query of a URL. False by default: servers and proxies log URLs. */
  readonly query?: boolean | undefined;
  /** The MCP servers, by their names in the configuration, whose programs get the value in their environment. */
  readonly servers?: readonly string[] | undefined;
}

export interface OpenSecretsOptions {
  /** The source of variables. `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Values shorter than this are in too many texts to be hidden. */
const shortest = 8;

/** Letters and digits of a value without its signs that are still told from other texts. */
const shortestBare = 16;

const longest = 65_536;

/** Uses before the first listener, which it is told. */
const maxUntold = 100;

/** Milliseconds after which sources are read again for a value that has changed and was not used since. */
const lookEvery = 1_000;

/**
 * Open the secrets of a user, by name. Each value is read from its source when it is used. Throws `invalid_input` for a name,
 * a source or a host that is not valid; values are never in a message.
 */
export function openSecrets(
  entries: Readonly<Record<string, SecretEntry>>,
  { env = process.env }: OpenSecretsOptions = {},
): Secrets {
  for (const [name, entry] of Object.entries(entries)) checkEntry(name, entry);
  const infos = Object.entries(entries).map(([name, { hosts = [], query = false, servers = [] }]) => ({
    ...{ name, hosts, query, servers },
  }));
  /** What is hidden, by what it is: a value that has changed is hidden as well as its successor. */
  const hidden = new Map<string, string>();
  const listeners = new Set<(use: SecretUse) => void>();
  /** Uses before the first listener. */
  const untold: SecretUse[] = [];
  let known = createKnownValues({});
  const hide = (text: string, name: string) => {
    if (text.length < shortest || hidden.get(text) === name) return;
    hidden.set(text, name);
    // As it is found in a text that was cut into pieces.
    const bare = text.replace(/[^A-Za-z0-9]+/g, "");
    if (bare.length >= shortestBare) hidden.set(bare, name);
    known = createKnownValues(Object.fromEntries(Array.from(hidden, ([value, of], at) => [`${at} ${of}`, value])));
  };
  const current = (name: string, { env: variable, file }: SecretEntry): string => {
    const value = variable === undefined ? readValue(name, file ?? "") : (env[variable] ?? "");
    if (value === "")
      throw lacks(name, variable === undefined ? `the file ${file} is empty` : `${variable} is not set`);
    if (value.length < shortest) throw lacks(name, `its value is shorter than ${shortest} characters`);
    hide(value, name);
    return value;
  };
  let looked = Number.NEGATIVE_INFINITY;
  const lookAgain = () => {
    if (performance.now() - looked < lookEvery) return;
    looked = performance.now();
    for (const [name, entry] of Object.entries(entries)) {
      try {
        current(name, entry);
      } catch {
        // A use of it says so.
      }
    }
  };

  const self: Secrets = {
    list: () => infos,
    files: Object.values(entries).flatMap(({ file }) => file ?? []),
    read(name) {
      secretInfo(self, name);
      return current(name, entries[name] ?? {});
    },
    find(text) {
      lookAgain();
      return mergeHits(known.hits(text)).map(({ start, end, name }) => ({ start, end, name: nameOf(name) }));
    },
    addStandIn: (name, standIn) => hide(standIn, name),
    noteUse(use) {
      if (listeners.size === 0 && untold.length < maxUntold) untold.push(use);
      for (const listener of listeners) notify(listener, use);
    },
    subscribe(listener) {
      listeners.add(listener);
      for (const use of untold.splice(0)) notify(listener, use);
      return () => listeners.delete(listener);
    },
  };
  return self;
}

/** `3 NAME password` is a part of `NAME`. */
const nameOf = (key: string): string => key.replace(/^\d+ /, "").replace(/ password$/, "");

function readValue(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw lacks(name, `the file ${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? "error"})`);
  }
  if (text.length > longest) throw lacks(name, `the file ${file} is larger than ${longest} characters`);
  return text.replace(/[\r\n]+$/, "");
}

const lacks = (name: string, why: string) =>
  new ToolError("unavailable", `The secret ${name} has no value: ${why}.`, {
    hint: "Ask the user to correct the source of the secret.",
  });

function checkEntry(name: string, { env, file, hosts = [] }: SecretEntry): void {
  const wrong = !/^[A-Za-z_]\w{0,63}$/.test(name)
    ? "is not a name of up to 64 letters, digits and _"
    : (env === undefined) === (file === undefined)
      ? "needs one source: env or file"
      : file !== undefined && !isAbsolute(file)
        ? "has a file that is not an absolute path"
        : hosts
            .filter((host) => !readHostPattern(host))
            .map((host) => `has the host ${JSON.stringify(host)}, which is not a host`)[0];
  if (wrong === undefined) return;
  throw new ToolError("invalid_input", `The secret ${JSON.stringify(name)} ${wrong}.`, {
    hint: 'Write { env: "VARIABLE", hosts: ["api.example.com"] }, with *.example.com for all hosts below it.',
  });
}
