import { notify } from "@holdall/tool-core";
import { type Secrets, type SecretUse, secretInfo } from "@holdall/tool-kit/secrets";
import { mergeHits } from "../scrubber/hits.ts";
import { createKnownValues } from "../scrubber/known-values.ts";
import { type ReadKeychain, systemKeychain } from "./keychain.ts";
import { checkEntry, readSource, type SecretEntry, shortest } from "./read-source.ts";

export interface OpenSecretsOptions {
  /** The source of variables. `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Reads entries of a keychain. That of the system by default, with the package `@napi-rs/keyring`. */
  readonly keychain?: ReadKeychain | undefined;
}

/** Letters and digits of a value without its signs that are still told from other texts. */
const shortestBare = 16;

/** Uses before the first listener, which it is told. */
const maxUntold = 100;

/** Milliseconds after which sources are read again for a value that has changed and was not used since. */
const lookEvery = 1_000;

/**
 * Open the secrets of a user, by name. Each value is read from its source when it is used; a keychain also once before the first
 * text is searched for values. Throws `invalid_input` for a name, a source or a host that is not valid; values are never in a
 * message.
 */
export function openSecrets(
  entries: Readonly<Record<string, SecretEntry>>,
  { env = process.env, keychain = systemKeychain() }: OpenSecretsOptions = {},
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
    // Of two secrets with one value, the first names it, whichever is read later.
    if (text.length < shortest || hidden.has(text)) return;
    hidden.set(text, name);
    // As it is found in a text that was cut into pieces.
    const bare = text.replace(/[^A-Za-z0-9]+/g, "");
    if (bare.length >= shortestBare && !hidden.has(bare)) hidden.set(bare, name);
    known = createKnownValues(Object.fromEntries(Array.from(hidden, ([value, of], at) => [`${at} ${of}`, value])));
  };
  const current = (name: string, entry: SecretEntry): string => {
    const value = readSource(name, entry, { env, keychain });
    hide(value, name);
    return value;
  };
  let looked = Number.NEGATIVE_INFINITY;
  const lookAgain = () => {
    if (performance.now() - looked < lookEvery) return;
    const isFirst = looked === Number.NEGATIVE_INFINITY;
    looked = performance.now();
    for (const [name, entry] of Object.entries(entries)) {
      // The system may ask its user each time.
      if (entry.keychain && !isFirst) continue;
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
