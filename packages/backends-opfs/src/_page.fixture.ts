import { type BackendFixture, backendCases } from "@holdall/conformance/cases";
import { type Backend, ToolError, toPath } from "@holdall/tool-core";
import { offer, type PageApi } from "./_offer.fixture.ts";
import { opfsBackend } from "./opfs-backend.ts";

const root = toPath("/");

async function freshFixture(): Promise<BackendFixture> {
  const top = await navigator.storage.getDirectory();
  const name = `case-${crypto.randomUUID()}`;
  const directory = await top.getDirectoryHandle(name, { create: true });
  return {
    backend: opfsBackend({ directory }),
    root,
    reopen: async () => opfsBackend({ directory }),
    dispose: () => top.removeEntry(name, { recursive: true }),
  };
}

async function reasons(): Promise<Record<string, string>> {
  const fixture = await freshFixture();
  const found = Object.values(backendCases).flatMap((cases) =>
    cases.flatMap(({ name, needs }) => {
      const reason = needs?.(fixture);
      return reason === undefined ? [] : [[name, reason]];
    }),
  );
  await fixture.dispose?.();
  return Object.fromEntries(found);
}

async function runCase(domain: string, name: string): Promise<void> {
  const rule = backendCases[domain]?.find((each) => each.name === name);
  if (!rule) throw new Error(`There is no case "${name}".`);
  const fixture = await freshFixture();
  try {
    await rule.run(fixture);
  } finally {
    await fixture.dispose?.();
  }
}

/** A backend on the site's whole storage, or on a folder of it. */
async function open(folder?: string): Promise<Backend> {
  if (folder === undefined) return opfsBackend();
  const top = await navigator.storage.getDirectory();
  return opfsBackend({ directory: await top.getDirectoryHandle(folder, { create: true }) });
}

/** Add one to the number in a file, `times` times; gives how often somebody else was faster. */
async function count(path: string, times: number, folder?: string): Promise<number> {
  const backend = await open(folder);
  let lost = 0;
  for (let done = 0; done < times; ) {
    const { bytes, version } = await backend.read(toPath(path));
    const next = new TextEncoder().encode(String(Number(new TextDecoder().decode(bytes)) + 1));
    try {
      await backend.write(toPath(path), next, { ifVersion: version });
      done++;
    } catch (thrown) {
      if (!ToolError.is(thrown) || thrown.code !== "stale") throw thrown;
      lost++;
    }
  }
  return lost;
}

/** Write a file of one letter; gives the error, if any. */
async function fill(path: string, letter: string, size: number) {
  try {
    await opfsBackend().write(toPath(path), new Uint8Array(size).fill(letter.charCodeAt(0)));
    return undefined;
  } catch (thrown) {
    if (!ToolError.is(thrown)) throw thrown;
    return thrown.toJSON();
  }
}

/** Letters of a file, each with how often it is there. */
async function letters(path: string): Promise<Record<string, number>> {
  const { bytes } = await opfsBackend().read(toPath(path));
  const found: Record<string, number> = {};
  for (const byte of bytes) {
    const letter = String.fromCharCode(byte);
    found[letter] = (found[letter] ?? 0) + 1;
  }
  return found;
}

/** Every name in the browser's own storage, hidden ones too. */
async function rawNames(folder?: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = [];
  for await (const [name, handle] of (folder ?? (await navigator.storage.getDirectory())).entries()) {
    names.push(name);
    if (handle.kind === "directory") for (const inner of await rawNames(handle)) names.push(`${name}/${inner}`);
  }
  return names.sort();
}

async function listed(): Promise<string[]> {
  return (await Array.fromAsync(opfsBackend().list(root, { recursive: true }))).map(({ path }) => path);
}

async function text(path: string): Promise<string> {
  return new TextDecoder().decode((await opfsBackend().read(toPath(path))).bytes);
}

async function remove(path: string): Promise<void> {
  await opfsBackend().remove(toPath(path), { recursive: true });
}

/** What a watch tells, up to the change that is waited for. Sets `hearing` once it misses nothing. */
async function hear(path: string, last: string): Promise<string[]> {
  const backend = opfsBackend();
  const abort = new AbortController();
  const heard: string[] = [];
  const changes = backend.watch?.(toPath(path), { signal: abort.signal }) ?? [];
  await backend.createDirectory?.(toPath(path)); // changes wait until the handle's own watches have begun
  Object.assign(globalThis, { hearing: true });
  for await (const change of changes) {
    heard.push(`${change.kind} ${change.path}`);
    if (heard.includes(last)) abort.abort();
  }
  return heard;
}

const commands = { reasons, runCase, count, fill, letters, rawNames, listed, text, remove, hear };

export type BackendCommands = typeof commands;

/** What the page offers to the tests beside its commands. */
export interface BackendPage extends PageApi {
  opfsBackend: typeof opfsBackend;
  toPath: typeof toPath;
  backend: Backend;
}

offer(commands, { opfsBackend, toPath, backend: opfsBackend() });
