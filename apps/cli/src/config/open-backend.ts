import { resolve } from "node:path";
import { type Backend, toPath } from "@holdall/tool-core";
import type { Extension } from "@holdall/tool-kit/extension";
import { UsageError } from "../usage-error.ts";

/** The word before the first colon → how to open what comes after it. Each loads its own driver and no other. */
const openers: Readonly<Record<string, (address: string, from: string) => Promise<Backend>>> = {
  async memory(address) {
    if (address !== "memory:") throw badAddress("memory", "Files in memory have no address: use memory:");
    return (await import("@holdall/backends-memory")).memoryBackend();
  },
  async pglite(address, from) {
    const dir = address.slice("pglite:".length);
    if (!dir) throw badAddress("pglite", "Name the folder of the database, as in pglite:./files");
    const { pgliteDatabase } = await import("@holdall/backends-sql/pglite");
    return (await import("@holdall/backends-sql")).sqlBackend({ db: pgliteDatabase({ dir: resolve(from, dir) }) });
  },
  async postgres(address) {
    const { pgDatabase } = await import("@holdall/backends-sql/pg");
    return (await import("@holdall/backends-sql")).sqlBackend({ db: pgDatabase({ url: address, max: 4 }) });
  },
  async s3(address) {
    const [, bucket, prefix] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(address) ?? [];
    if (!bucket) throw badAddress("s3", "Write it as s3://bucket or s3://bucket/prefix");
    return (await import("@holdall/backends-s3")).s3Backend({ bucket, prefix });
  },
};

/**
 * Open the storage that an address names, and see that it answers. Credentials come from the address of a database or
 * from the usual names in the environment: AWS_ACCESS_KEY_ID and its kind, PGHOST, PGUSER, PGPASSWORD. A folder in it
 * starts at `from`.
 */
export async function openBackend(
  address: string,
  from: string,
  ofExtensions: NonNullable<Extension["backends"]> = {},
): Promise<Backend> {
  const scheme = /^[a-z0-9][a-z0-9-]*(?=:)/.exec(address)?.[0] ?? "";
  const backend = await openerOf(scheme, ofExtensions)(address, from);
  try {
    await backend.stat(toPath("/"));
    return backend;
  } catch (error) {
    await backend[Symbol.asyncDispose]?.();
    throw error;
  }
}

type Opener = (typeof openers)[string];

/** How to open what a scheme names: a storage of ours before that of an extension. */
function openerOf(scheme: string, ofExtensions: NonNullable<Extension["backends"]>): Opener {
  const open = Object.hasOwn(openers, scheme) ? openers[scheme] : scheme === "postgresql" && openers.postgres;
  if (open) return open;
  const ofOther = Object.hasOwn(ofExtensions, scheme) ? ofExtensions[scheme] : undefined;
  const others = Object.keys(ofExtensions).map((name) => `, ${name}:…`);
  if (!ofOther)
    throw badAddress(
      scheme,
      `Use s3://bucket/prefix, postgres://host/database, pglite:DIR or memory:${others.join("")}.`,
    );
  return async (address, from) => {
    const broken = (why: string) =>
      new UsageError(`The backend ${scheme}:… of an extension cannot be opened: ${why}`, "Correct the extension.");
    const backend = await Promise.resolve()
      .then(() => ofOther({ address: address.slice(scheme.length + 1), from }))
      .catch((thrown: unknown) => {
        throw broken(thrown instanceof Error ? thrown.message : String(thrown));
      });
    const wanted = ["stat", "read", "write", "remove", "list"].filter(
      (name) => typeof Object(backend)[name] !== "function",
    );
    if (wanted.length > 0) throw broken(`it has no ${wanted.join(", ")}.`);
    return backend;
  };
}

/** An address may hold a password, so that no error shows it. */
const badAddress = (scheme: string, hint: string) =>
  new UsageError(
    scheme ? `The backend ${scheme}:… is not a known storage.` : "The backend is not a known storage.",
    hint,
  );
