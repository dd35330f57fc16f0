import { pathToFileURL } from "node:url";
import { ToolError } from "@holdall/tool-core";
import { type Extension, isExtension } from "@holdall/tool-kit/extension";
import type { AskToLoad } from "./ask-to-load.ts";
import { describeThrown } from "./describe-thrown.ts";
import { setTrust, trustOf } from "./extension-trust.ts";
import type { FoundExtension } from "./find-extensions.ts";
import { importNamed, importRead, typeScriptProblem } from "./import-code.ts";
import { type Code, readCode } from "./read-code.ts";

/** What has become of a module with extensions. */
export interface LoadedExtension extends FoundExtension {
  readonly state: "loaded" | "failed" | "refused";
  readonly extensions: readonly Extension[];
  /** Its code, under every name that the files have. */
  readonly files: readonly string[];
  readonly hash: string | undefined;
}

interface Loading {
  readonly env: NodeJS.ProcessEnv;
  /** Asks the user about code of a checkout; undefined where the user cannot be asked. */
  readonly ask: AskToLoad | undefined;
}

/** Milliseconds that a module may take before the session starts without it. */
const importLimit = 10_000;

/** Load every one that may be loaded. What is wrong with one is said of it, and the others are loaded. */
export async function loadExtensions(
  found: readonly FoundExtension[],
  loading: Loading,
): Promise<readonly LoadedExtension[]> {
  const loaded: LoadedExtension[] = [];
  for (const each of found) loaded.push(await loadOne(each, loading));
  return loaded;
}

async function loadOne(found: FoundExtension, loading: Loading): Promise<LoadedExtension> {
  const nothing = { ...found, extensions: [], files: [], hash: undefined };
  const { file } = found;
  if (file === undefined) return { ...nothing, state: found.origin === "found" ? "refused" : "failed" };
  const typeScript = typeScriptProblem(file);
  if (typeScript !== undefined) return { ...nothing, state: "failed", problem: typeScript, fix: "write it as .mjs" };
  let code: Code;
  try {
    code = await readCode(file, found.origin === "found" ? found.folder : undefined);
  } catch (thrown) {
    return { ...nothing, state: "failed", ...reasonOf(thrown, found) };
  }
  const read = { ...nothing, hash: code.hash, files: [file, ...code.contents.keys()] };
  const refusal = found.origin === "found" ? await refusalOf(found, code, loading) : undefined;
  if (refusal) return { ...read, state: "refused", ...refusal };
  try {
    const loading = found.origin === "found" ? importRead(code) : importNamed(pathToFileURL(code.entry).href);
    const module = await inTime(loading);
    const extensions = [...new Set(Object.values(module).filter(isExtension))];
    if (extensions.length > 0) return { ...read, state: "loaded", extensions };
    const problem = "it exports nothing that defineExtension has made";
    return { ...read, state: "failed", problem, fix: "export defineExtension({ name, tools }) from it" };
  } catch (thrown) {
    return { ...read, state: "failed", ...reasonOf(thrown, found) };
  }
}

/** Why code of a checkout is not run: it is not trusted as it is, and the person does not agree now. */
async function refusalOf(found: FoundExtension, code: Code, { env, ask }: Loading) {
  const { state, changes } = await trustOf(code, env);
  if (state === "trusted") return undefined;
  const answer = await ask?.({ found, code, changes });
  if (answer === "always") await setTrust(code, true, env);
  if (answer === "always" || answer === "once") return undefined;
  const size = code.files.length === 1 ? "1 file" : `${code.files.length} files`;
  const what = state === "new" ? "has not been trusted yet" : `has changed since it was trusted: ${changes}`;
  return {
    problem:
      answer === "no" ? "you chose not to load it" : `it is code of this folder that ${what} (${size}, ${code.hash})`,
    fix: `read it with "holdall extensions show ${found.label}", then run "holdall extensions trust ${found.label}"; or start with --config ${found.by}`,
  };
}

function inTime<T>(loading: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`it has not loaded within ${importLimit / 1_000} seconds`)),
    importLimit,
  );
  return Promise.race([loading, promise]).finally(() => clearTimeout(timer));
}

/** What an import threw, where in its code, and the next step. */
function reasonOf(thrown: unknown, { file = "" }: FoundExtension): { readonly problem: string; readonly fix: string } {
  if (ToolError.is(thrown))
    return { problem: thrown.message.replace(/\.$/, ""), fix: thrown.hint?.replace(/\.$/, "") ?? `correct ${file}` };
  return { problem: describeThrown(thrown).replace(/\.$/, ""), fix: `correct ${file}` };
}
