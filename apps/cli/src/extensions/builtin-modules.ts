/** The modules of this command that an extension may import without installing them. */
const loaders = {
  "@holdall/tool-core": () => import("@holdall/tool-core"),
  "@holdall/tool-kit": () => import("@holdall/tool-kit"),
  "@holdall/tool-kit/backends": () => import("@holdall/tool-kit/backends"),
  "@holdall/tool-kit/extension": () => import("@holdall/tool-kit/extension"),
  "@holdall/tool-kit/file-tools": () => import("@holdall/tool-kit/file-tools"),
  "@holdall/tool-kit/text": () => import("@holdall/tool-kit/text"),
  zod: () => import("zod"),
};

const scheme = "holdall-own:";
const shared = Symbol.for("holdall.own-modules");

type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Load them, so that `sourceOfOwn` can give them away. */
export async function loadOwnModules(): Promise<void> {
  const loaded = await Promise.all(Object.entries(loaders).map(async ([name, load]) => [name, await load()] as const));
  Object.defineProperty(globalThis, shared, { value: Object.fromEntries(loaded), configurable: true });
}

/** The URL of one of them; undefined for a name that none of them has. */
export const urlOfOwn = (name: string): string | undefined =>
  Object.hasOwn(loaders, name) ? `${scheme}${name}` : undefined;

/** The code of the module at such a URL; undefined for other URLs. */
export function sourceOfOwn(url: string): string | undefined {
  if (!url.startsWith(scheme)) return undefined;
  const name = url.slice(scheme.length);
  const modules = Reflect.get(globalThis, shared) as Modules;
  const own = `globalThis[Symbol.for("holdall.own-modules")][${JSON.stringify(name)}]`;
  // Names such as `catch` cannot be variables.
  const lines = Object.keys(modules[name] ?? {}).map(
    (each, index) => `const v${index} = own[${JSON.stringify(each)}];\nexport { v${index} as ${each} };`,
  );
  return [`const own = ${own};`, ...lines].join("\n");
}
