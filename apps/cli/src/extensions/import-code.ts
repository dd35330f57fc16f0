import * as nodeModule from "node:module";
import { extname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ToolError } from "@holdall/tool-core";
import { loadOwnModules, sourceOfOwn, urlOfOwn } from "./builtin-modules.ts";
import type { Code } from "./read-code.ts";

type Module = Readonly<Record<string, unknown>>;

/** Code that may be loaded as it was read, by its hash. */
const approved = new Map<string, Code>();
let hooks: Promise<void> | undefined;

/** Import a module that the user has named, with all that it imports. */
export async function importNamed(url: string): Promise<Module> {
  await ready();
  return (await import(url)) as Module;
}

/** Import exactly the bytes that were read: a file that is not part of them, or a package, is refused. */
export async function importRead(code: Code): Promise<Module> {
  await ready();
  if (!nodeModule.registerHooks)
    throw new ToolError("unavailable", "This runtime cannot load code of a checkout as it was read.", {
      hint: "Name the configuration with --config, or use Node.js.",
    });
  approved.set(code.hash, code);
  return (await import(withHash(pathToFileURL(code.entry).href, code.hash))) as Module;
}

/** Says that a file is TypeScript, which this Node does not run; undefined where it does. */
export function typeScriptProblem(file: string, runs: unknown = process.features.typescript): string | undefined {
  if (!/\.[mc]?ts$/.test(file) || runs || !process.versions.node || process.versions.bun) return undefined;
  return `it is TypeScript, which needs Node.js 22.18 or newer without --no-strip-types, and this is ${process.version}`;
}

/** Hooks of Node's loader, for the modules of this command and for code as it was read. Set once, with the first extension. */
function ready(): Promise<void> {
  hooks ??= loadOwnModules().then(() => {
    nodeModule.registerHooks?.({ resolve, load });
  });
  return hooks;
}

const resolve: nodeModule.ResolveHookSync = (specifier, context, next) => {
  const hash = hashIn(context.parentURL) ?? hashIn(specifier);
  const own = urlOfOwn(specifier);
  if (hash !== undefined) {
    if (own !== undefined) return { url: own, format: "module", shortCircuit: true };
    return { url: approvedUrl(specifier, context.parentURL, hash), shortCircuit: true };
  }
  if (own === undefined) return next(specifier, context);
  try {
    return next(specifier, context);
  } catch {
    return { url: own, format: "module", shortCircuit: true };
  }
};

const load: nodeModule.LoadHookSync = (url, context, next) => {
  const own = sourceOfOwn(url);
  if (own !== undefined) return { format: "module", source: own, shortCircuit: true };
  const hash = hashIn(url);
  if (hash === undefined) return next(url, context);
  const path = fileURLToPath(plainUrl(url));
  const source = approved.get(hash)?.contents.get(path);
  if (!source) throw notApproved(path);
  return { format: formatOf(path), source, shortCircuit: true };
};

/** Where an import of approved code leads. Throws for what is not part of it. */
function approvedUrl(specifier: string, parent: string | undefined, hash: string): string {
  const name = specifier.replace(/^node:/, "");
  if (nodeModule.isBuiltin(specifier)) return `node:${name}`;
  if (!/^(?:\.{0,2}\/|file:)/.test(specifier)) {
    throw new ToolError(
      "permission_denied",
      `It imports the package ${specifier}, which the approval does not cover.`,
      {
        hint: "Code of a checkout may import its own files, Node's modules, zod and @holdall/tool-core and tool-kit. Name the configuration with --config to allow all.",
      },
    );
  }
  const url = plainUrl(new URL(specifier, parent).href);
  const path = fileURLToPath(url);
  if (!approved.get(hash)?.contents.has(path)) throw notApproved(path);
  return withHash(url, hash);
}

const notApproved = (path: string) =>
  new ToolError("permission_denied", `It imports ${path}, which is not part of the approved code.`, {
    hint: "Write the path of an import out, as in ./lib.ts, so that it can be read beforehand.",
  });

const formats: Readonly<Record<string, nodeModule.ModuleFormat>> = {
  ".cjs": "commonjs",
  ".cts": "commonjs-typescript",
  ".json": "json",
  ".mts": "module-typescript",
  ".ts": "module-typescript",
};

const formatOf = (path: string): nodeModule.ModuleFormat => formats[extname(path)] ?? "module";

const key = "holdall-code";

const withHash = (url: string, hash: string): string => `${url}?${key}=${hash}`;

const plainUrl = (url: string): string => url.replace(/[?#].*$/s, "");

function hashIn(url: string | undefined): string | undefined {
  const [, hash] = url?.includes(key) ? (/^file:[^?]*\?holdall-code=(sha256:[0-9a-f]{64})$/.exec(url) ?? []) : [];
  return hash !== undefined && approved.has(hash) ? hash : undefined;
}
