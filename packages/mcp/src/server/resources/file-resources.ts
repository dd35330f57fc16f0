import {
  type Backend,
  createRegistry,
  defineTool,
  openSession,
  type Path,
  passthroughSchema,
  type Registry,
  type Session,
  type SessionOptions,
  ToolError,
  toPath,
} from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import type { ResourcePage, ResourceSource } from "./resource-source.ts";

export interface FileResourcesOptions extends Pick<SessionOptions, "policy" | "use" | "onEvent" | "cwd"> {
  readonly backend: Backend;
  /** Bytes of a file above which it is not given as a whole. */
  readonly maxBytes?: number | undefined;
  /** Files of one page of the list. */
  readonly pageSize?: number | undefined;
}

interface WholeFile {
  readonly text?: string;
  /** Base64. */
  readonly blob?: string;
}

/**
 * Offer files as resources, with `file:///` and their path. Files that are not UTF-8 are sent as blobs. These options permit,
 * scrub and log a read like a call of `read_file`; a read that would ask for approval is denied. The list contains what
 * `glob_files` of the client's session finds, one page at a time; without that tool it is empty.
 */
export function fileResources({
  backend,
  maxBytes = 1_048_576,
  pageSize = 200,
  ...sessionOptions
}: FileResourcesOptions): ResourceSource {
  let registry: Registry | undefined;
  return {
    templates: [{ uriTemplate: "file:///{+path}", name: "file", title: "A file", description: "A file by its path." }],
    owns: (uri) => uri.startsWith("file:"),
    list: (session, from, signal) => listFiles(session, from, pageSize, signal),
    complete: (session, { value }, signal) => completePath(session, value, signal),
    async read(_session, uri, signal) {
      const path = pathOf(uri);
      registry ??= createRegistry([wholeFile(backend, maxBytes)]);
      await using reader = openSession(registry, sessionOptions);
      const result = await reader.call("read_file", { path }, { signal });
      if (!result.ok) throw result.error;
      const { text, blob } = result.output as WholeFile;
      const mimeType = typeOf(path, text !== undefined);
      return text !== undefined ? [{ uri, mimeType, text }] : [{ uri, mimeType, blob: blob ?? "" }];
    },
  };
}

async function listFiles(session: Session, offset: number, limit: number, signal: AbortSignal): Promise<ResourcePage> {
  if (!session.registry.get("glob_files")) return { resources: [] };
  const input = { pattern: "**/*", offset, limit };
  const result = await session.call("glob_files", input, { signal, approve: () => false });
  if (!result.ok) throw result.error;
  const { path, files, next_offset } = result.output as { path: string; files: string[]; next_offset?: number };
  const resources = files.map((name) => {
    const file = toPath(name, toPath(path, session.cwd));
    return { uri: uriOf(file), name, mimeType: typeOf(file, true) };
  });
  return { resources, next: next_offset };
}

/** Files below the working directory whose path starts with what was typed. The template has no slash before the path. */
async function completePath(session: Session, value: string, signal: AbortSignal): Promise<readonly string[]> {
  const { registry, cwd, call } = session;
  if (!registry.get("glob_files")) return [];
  const folder = cwd === "/" ? "/" : `${cwd}/`;
  const typed = `/${value.replace(/^\/+/, "")}`;
  const isInside = typed.startsWith(folder);
  if (!isInside && !folder.startsWith(typed)) return [];
  const start = isInside ? typed.slice(folder.length) : "";
  const literal = start.replace(/[\\*?[\]{}()!+@]/g, "\\$&");
  const patterns = [`${literal}*`, `${literal}*/**`];
  const found: string[] = [];
  for (const each of patterns) {
    const result = await call("glob_files", { pattern: each, limit: 100 }, { signal, approve: () => false });
    if (!result.ok) throw result.error;
    const { path, files } = result.output as { path: string; files: string[] };
    found.push(...files.map((name) => toPath(name, toPath(path, cwd)).slice(1)));
  }
  return [...new Set(found)];
}

/** A file whole: by the name of the tool that reads files for models, so that every rule about that one holds here. */
function wholeFile(backend: Backend, maxBytes: number) {
  return defineTool<{ path: string }, WholeFile>({
    name: "read_file",
    category: "filesystem",
    description: "Read a file whole, as a resource.",
    input: passthroughSchema({ type: "object", properties: { path: { type: "string" } }, required: ["path"] }),
    hints: { readOnly: true, openWorld: false },
    access: ({ path }, { cwd }) => [{ action: "read", target: toPath(path, cwd) }],
    async execute({ path: written }, { cwd, signal, require }) {
      const path = toPath(written, cwd);
      const real = await backend.realPath?.(path, { signal });
      if (real !== undefined && real !== path) await require({ action: "read", target: real });
      const judged = (_: Path, place: Path) => place === (real ?? path);
      const { bytes, size } = await backend.read(path, { signal, judged, range: { start: 0, end: maxBytes } });
      if (size > maxBytes) {
        throw new ToolError("too_large", `${path} has ${size} bytes, and resources have at most ${maxBytes}.`, {
          hint: "Read it in parts with the tool {read_file}.",
        });
      }
      const text = textOf(bytes);
      return text === undefined ? { blob: toBase64(bytes) } : { text };
    },
    render: ({ text }) => (text === undefined ? "A binary file." : "A text file."),
  });
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

const uriOf = (path: Path) => `file://${path.split("/").map(encodeURIComponent).join("/")}`;

function pathOf(uri: string): string {
  try {
    const { hostname, pathname } = new URL(uri);
    if (hostname === "" || hostname === "localhost") return decodeURIComponent(pathname);
  } catch {
    // falls through to what is said of every URI that names no file
  }
  throw new ToolError("invalid_input", `${uri.slice(0, 200)} is not the URI of a file here.`, {
    hint: "Write file:/// and the path, with special characters percent-encoded.",
  });
}

const types: Readonly<Record<string, string>> = {
  css: "text/css",
  csv: "text/csv",
  gif: "image/gif",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  json: "application/json",
  md: "text/markdown",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
  xml: "application/xml",
};

function typeOf(path: string, isText: boolean): string {
  const extension = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return types[extension] ?? (isText ? "text/plain" : "application/octet-stream");
}
