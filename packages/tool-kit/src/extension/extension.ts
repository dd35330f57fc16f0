import {
  type Awaitable,
  type Backend,
  isObject,
  type Middleware,
  type Path,
  type Policy,
  type Scope,
  type Tool,
  ToolError,
} from "@holdall/tool-core";

/** The files that a session works on, for tools that read or write them. */
export interface ExtensionWorkspace {
  readonly backend: Backend;
  /** Where relative paths start. */
  readonly cwd: Path;
}

/** The address in a configuration after the name of a backend: `notes:team` has the address `team`. */
export interface ExtensionBackendPlace {
  readonly address: string;
  /** The folder from which a path in the address starts. */
  readonly from: string;
}

/** Tools, middleware, backends and a policy of others, for every session of a host that loads them. */
export interface Extension {
  /** Lower-case letters, digits and `-`. */
  readonly name: string;
  /**
   * All accesses that calls of its tools may have, in addition to what the policy of the session decides on them. A call with
   * another access is denied; without permissions, calls have no accesses outside their session.
   */
  readonly permissions?: readonly Scope[];
  readonly tools?: readonly Tool[] | ((workspace: ExtensionWorkspace) => readonly Tool[]);
  /** Wraps the permitted calls of all tools, within the limits and the scrubber of the host. */
  readonly middleware?: readonly Middleware[];
  /** Denies calls or asks about them. What it allows is decided by the others. */
  readonly policy?: Policy;
  /** Storages by the name that an address in a configuration starts with. */
  readonly backends?: Readonly<Record<string, (place: ExtensionBackendPlace) => Awaitable<Backend>>>;
}

/** The keyword of packages on npm that export an extension. */
export const extensionKeyword = "holdall-extension";

const mark = Symbol.for("holdall.extension");
const names = /^[a-z0-9][a-z0-9-]{0,63}$/;

const checks: Readonly<Record<string, readonly [isRight: (value: unknown) => boolean, what: string]>> = {
  permissions: [isListOf(isObject), 'a list of scopes, such as [{ actions: ["network"] }]'],
  tools: [(value) => Array.isArray(value) || isFunction(value), "a list of tools, or a function that returns one"],
  middleware: [isListOf(isFunction), "a list of functions"],
  policy: [isFunction, "a function"],
  backends: [
    (value) => isObject(value) && Object.entries(value).every(([name, open]) => names.test(name) && isFunction(open)),
    "functions by names of lower-case letters, digits and -",
  ],
};

/** Create an extension. Throws `invalid_input` with the invalid fields. Tools are checked when they are added to a session. */
export function defineExtension(extension: Extension): Extension {
  if (!isObject(extension) || typeof extension.name !== "string" || !names.test(extension.name)) {
    throw new ToolError("invalid_input", "An extension needs a name of lower-case letters, digits and -.", {
      hint: 'Write defineExtension({ name: "weather", tools: [getWeather] }).',
    });
  }
  for (const [key, value] of Object.entries(extension)) {
    if (key === "name" || value === undefined) continue;
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (!check) throw wrong(extension, `has no "${key}"`, `It takes name, ${Object.keys(checks).join(", ")}.`);
    const [isRight, what] = check;
    if (!isRight(value)) throw wrong(extension, `has wrong ${key}`, `Make it ${what}.`);
  }
  return Object.freeze({ ...extension, [mark]: true });
}

/** True for what `defineExtension` of any copy of this package has returned. */
export const isExtension = (value: unknown): value is Extension => isObject(value) && Object.hasOwn(value, mark);

const wrong = ({ name }: Extension, what: string, hint: string) =>
  new ToolError("invalid_input", `The extension ${name} ${what}.`, { hint });

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isListOf(isRight: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(isRight);
}
