import { resolve } from "node:path";
import { isInside, realPlace } from "@holdall/tool-kit/node";
import { isStricter } from "../policy/untrusted-text.ts";
import type { Config } from "./schema.ts";

/** An ignored key, and why. No value is shown, because it is untrusted text. */
export interface Dropped {
  readonly key: string;
  readonly why: string;
}

interface FoundFile {
  /** The real folder of the file. */
  readonly folder: string;
  readonly config: Config;
}

/** What counts of a value, or why nothing does. */
type Narrowing<T> = (value: T, found: FoundFile) => { readonly keep: T } | { readonly drop: string };

type Leaf = string | number | boolean | readonly unknown[];
/** A key that may have a plain value is decided as a whole. */
type NarrowingOf<V> = [Extract<V, Leaf>] extends [never]
  ? string extends keyof V
    ? Narrowing<V>
    : Narrowings<V>
  : Narrowing<V>;
/** One for every key. A new key does not compile until it is defined what a found file may do with it. */
type Narrowings<T> = { readonly [K in keyof T]-?: NarrowingOf<NonNullable<T[K]>> };

const keep = <T>(value: T) => ({ keep: value });
const never = (drop: string) => () => ({ drop });
const onlyTrue = (drop: string) => (value: boolean) => (value ? { keep: value } : { drop });
const atMost = (most: number) => (value: number | false) =>
  value !== false && value <= most ? { keep: value } : { drop: `it lifts the limit of ${most}` };

/** What calls are limited to where nothing else is said, as in `@holdall/presets`: milliseconds, characters, and seconds of a command. */
const usualLimits = { time: 600_000, output: 100_000, shell: 120 };

const opens = "it would allow more";
const speaks = "it would give the model untrusted text";
const asksServices = "it would call services in your name, some of them paid";
const startsServers = "it would start programs or log in somewhere";
const startsAgents = "it would start programs that can change your files";
const sends = "it would decide where messages in your name go";
const limitsCommands = "it would decide how much of the machine commands may use";

/**
 * The settings that count in a configuration that was found but not named: it can only be stricter than the defaults. It
 * opens no location outside its own folder, runs no code, starts no server, and sends nothing.
 */
const narrowings: Narrowings<Config> = {
  // The default, `coding`, can do all that the others can; messages take a preset that the person has chosen.
  preset: keep,
  root(root, { folder, config }) {
    if (config.backend !== undefined) return keep(root); // a folder in there
    const place = inside(folder, root);
    return place === undefined ? { drop: outside } : keep(place);
  },
  backend(address, { folder }) {
    if (address === "memory:") return keep(address);
    const [, dir] = /^pglite:(.+)$/s.exec(address) ?? [];
    if (dir === undefined) return { drop: "it keeps the files elsewhere, with your credentials" };
    const place = inside(folder, dir);
    return place === undefined ? { drop: outside } : keep(`pglite:${place}`);
  },
  dialect: keep,
  policy: { allow: never(opens), ask: keep, deny: keep },
  permissions: {
    mode: (mode) => (mode === "plan" || mode === "default" ? keep(mode) : { drop: opens }),
    allow: never(opens),
    ask: keep,
    deny: keep,
  },
  untrusted_text: (value) =>
    isStricter(value) ? keep(value) : { drop: "it would let text of others decide without a question" },
  audit: never("it would write a file of its choice"),
  hide_secrets: onlyTrue("it would show secrets"),
  history: onlyTrue("it would leave changes that cannot be taken back"),
  limits: {
    time: atMost(usualLimits.time),
    output: atMost(usualLimits.output),
    processes: never(limitsCommands),
    memory: never(limitsCommands),
    temporary: never(limitsCommands),
  },
  sandbox: { domains: never("it would give commands more network access") },
  // The portable shell runs no programs.
  shell: (kind) => (kind === "portable" ? keep(kind) : { drop: "it would let commands run programs" }),
  tools: {
    restrict_to_workspace: keep, // only true is accepted
    shell_timeout: atMost(usualLimits.shell),
    with_shell: keep, // it takes tools away
    without: keep,
    programs: keep, // each call of a program is judged as any other
    current_time: { time_zone: keep },
    todo_write: { strict: keep },
    web: {
      brave: {
        enabled: keep, // the key comes from the environment
        api_key: never("it would search in the name of others"),
      },
    },
    mcp_servers: never(startsServers),
  },
  web: {
    enabled: keep, // true is the default
    allow: never("it would allow addresses of your own network"),
    providers: keep, // from among those that the environment has settings for
    blocked_domains: keep,
  },
  finance: {
    enabled: (isEnabled) => (isEnabled ? { drop: asksServices } : keep(isEnabled)),
    providers: never(asksServices),
  },
  // What is kept narrows the user's own messages.yaml, and means nothing without it: see `narrowMessages`.
  messages: {
    enabled: keep,
    channels: never(sends),
    allow: never("it would allow addresses of your own network"),
    email: {
      sender: never(sends),
      sender_name: never(sends),
      server: {
        host: never(sends),
        port: never(sends),
        secure: never(sends),
        user: never(sends),
        password_env: never(sends),
      },
      allow: keep, // must be in the user's own list as well
      max_recipients: keep, // the smaller number counts
      templates: never(speaks),
    },
    per_hour: keep, // the smaller number counts
    outbox: never("it would lose the record of sent messages"),
  },
  secrets: never("it would decide where your secrets go"),
  databases: never("it would read databases in your name"),
  prices: never("it would show costs set by others"),
  memory: never(speaks),
  runs: never("it would run work scheduled by others"),
  agents: {
    own: (agents) => ({ drop: agents.some(({ acp }) => acp) ? startsAgents : speaks }),
    folder: never(speaks),
    at_once: keep, // at most the usual limits are taken
    total: keep,
    tokens: keep,
  },
  skills: {
    enabled: keep, // true is the default
    folders: never("it would use skills that were not approved"),
  },
  mcp_servers: never(startsServers),
  extensions: keep, // each is code that the user is asked about: see `loadExtensions`
};

const outside = "it is outside the folder of the configuration";

function inside(folder: string, path: string): string | undefined {
  const place = realPlace(resolve(folder, path));
  return place !== undefined && isInside(place, folder) ? place : undefined;
}

/** The part of a found configuration that makes things stricter, and what it asked for beyond that. */
export function narrowConfig(config: Config, folder: string): { config: Config; dropped: readonly Dropped[] } {
  const dropped: Dropped[] = [];
  const narrow = (section: object, of: object, above: string): object =>
    Object.fromEntries(
      Object.entries(section).flatMap(([name, value]) => {
        if (value === undefined) return [];
        const key = above + name;
        const narrowing: unknown = Object.hasOwn(of, name) ? of[name as keyof typeof of] : undefined;
        if (typeof narrowing === "object" && narrowing !== null) return [[name, narrow(value, narrowing, `${key}.`)]];
        const verdict = (narrowing as Narrowing<unknown>)(value, { folder, config });
        if ("keep" in verdict) return [[name, verdict.keep]];
        dropped.push({ key, why: verdict.drop });
        return [];
      }),
    );
  return { config: narrow(config, narrowings, "") as Config, dropped };
}
