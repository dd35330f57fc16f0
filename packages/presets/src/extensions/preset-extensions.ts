import {
  failure,
  type Middleware,
  type Policy,
  type PolicyRequest,
  strictest,
  type Tool,
  ToolError,
} from "@holdall/tool-core";
import type { Extension } from "@holdall/tool-kit/extension";
import { askedOnce, extensionPolicy } from "./_extension-policy.ts";
import { extensionTools } from "./_extension-tools.ts";
import type { ExtensionState, OpenedExtensions, PresetExtensions } from "./_opened.ts";

/**
 * Extensions for the option `extensions` of a preset. They can only make it stricter. What is wrong with one is in `extensions` of
 * the preset, and the others are used. `files` are absolute paths of their code: changing them asks, and a sandbox keeps commands
 * from it.
 */
export const presetExtensions =
  (extensions: readonly Extension[], { files = [] }: { readonly files?: readonly string[] } = {}): PresetExtensions =>
  () =>
    open(extensions, files);

function open(given: readonly Extension[], files: readonly string[]): OpenedExtensions {
  const owners = new Map<string, Extension>();
  const states: ExtensionState[] = [];
  const names = new Set<string>();
  const extensions: Extension[] = [];
  for (const extension of given) {
    const { name } = extension;
    if (names.size < names.add(name).size) extensions.push(extension);
    else states.push({ name, tools: [], problems: [`Another extension is called ${name}, too. Rename this one.`] });
  }
  const policies = extensions.map((each) => extensionPolicy(each, (tool) => owners.get(tool) === each));
  return {
    states,
    policy: askedOnce(strictest(...policies, askAboutCode(new Set(files)))),
    use: extensions.flatMap(({ name, middleware = [] }) => middleware.map((each) => guarded(name, each))),
    files,
    owns: (tool) => owners.has(tool),
    addTools(registry, workspace) {
      for (const extension of extensions) {
        const { tools, problems } = extensionTools(extension, workspace, registry);
        for (const tool of tools) owners.set(tool.name, extension);
        states.push({ name: extension.name, tools: tools.map((tool: Tool) => tool.name), problems });
      }
    },
  };
}

/** A call whose middleware failed has failed: what the middleware was to do is not known to be done. */
const guarded =
  (name: string, middleware: Middleware): Middleware =>
  async (call, next) => {
    let cause: unknown = "it returned no result";
    try {
      const result = await middleware(call, next);
      if (typeof Object(result).ok === "boolean") return result;
    } catch (thrown) {
      cause = thrown;
    }
    return failure(
      new ToolError("internal", `The middleware of the extension ${name} failed.`, {
        hint: "Tell the user: correct the extension, or remove it.",
        cause,
      }),
    );
  };

/** Code that the next session runs is changed with approval only. */
function askAboutCode(files: ReadonlySet<string>): Policy {
  return ({ tool, access }: PolicyRequest) => {
    if ((access?.action !== "write" && access?.action !== "delete") || !isPart(access.target, files)) return undefined;
    return {
      effect: "ask",
      prompt: `${tool.title}: ${access.action} ${access.target}, which is code of an extension`,
    };
  };
}

/** A file, or a folder with it in it. */
const isPart = (target: string, files: ReadonlySet<string>): boolean =>
  files.has(target) || [...files].some((file) => file.startsWith(`${target}/`));
