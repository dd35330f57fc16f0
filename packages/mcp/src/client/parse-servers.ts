import { resolve } from "node:path";
import { nearest, ToolError } from "@holdall/tool-core";
import { jsonPlace } from "@holdall/tool-kit";
import * as z from "zod";
import { type Environment, expandEnv } from "./connect/expand-env.ts";
import { urlProblem } from "./connect/server-url.ts";
import { defaults, type OAuthConfig, type ServerConfig, type ServerPlace } from "./server-config.ts";

const milliseconds = z.int().positive().max(86_400_000);
const strings = z.record(z.string(), z.string());

const entry = z.object({
  type: z.enum(["stdio", "http", "sse", "streamable-http", "streamableHttp"]).optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: strings.optional(),
  cwd: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  headers: strings.optional(),
  enabled: z.boolean().optional(),
  disabled: z.boolean().optional(),
  allowed_tools: z.array(z.string().min(1)).optional(),
  defer: z.boolean().optional(),
  trust_annotations: z.boolean().optional(),
  apps: z.boolean().optional(),
  protocol: z.enum(["auto", "legacy", "modern"]).optional(),
  connect_timeout: milliseconds.optional(),
  timeout: milliseconds.optional(),
  total_timeout: milliseconds.optional(),
  oauth: z
    .strictObject({
      client_id: z.string().optional(),
      client_secret: z.string().optional(),
      scope: z.string().optional(),
    })
    .optional(),
});
const keys = Object.keys(entry.shape);

export interface ParseOptions {
  /** The source of the configuration, for messages. */
  readonly source: string;
  /** The base of relative folders, and the working directory of programs. Usually the folder of the file. */
  readonly from?: string | undefined;
  /** The values of `${NAME}`. */
  readonly env?: Environment | undefined;
}

export interface ParsedServers {
  readonly servers: readonly ServerConfig[];
  /** Messages for the user about ignored content. */
  readonly notes: readonly string[];
}

/**
 * Parse `mcp_servers` of a configuration: server name to command or URL. Unknown keys are errors. Throws `invalid_input` with
 * all problems. Values, which may be secrets, are not shown.
 */
export function parseMcpServers(value: unknown, options: ParseOptions): ParsedServers {
  return parse(value, "mcp_servers", options, true);
}

/**
 * Parse an `.mcp.json`, or VS Code's `mcp.json`, which uses `servers`. Keys of other programs are noted and ignored. Throws
 * like `parseMcpServers`.
 */
export function parseMcpJson(text: string, options: ParseOptions): ParsedServers {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw refused(options.source, [`it is not JSON: ${jsonPlace(text)}`]);
  }
  const { mcpServers, servers } = Object(document) as { mcpServers?: unknown; servers?: unknown };
  if (mcpServers !== undefined) return parse(mcpServers, "mcpServers", options, false);
  if (servers === undefined) throw refused(options.source, ['it has no "mcpServers" and no "servers"']);
  return parse(servers, "servers", options, false);
}

function parse(value: unknown, key: string, options: ParseOptions, strict: boolean): ParsedServers {
  const { source, from = ".", env = process.env } = options;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refused(source, [`${key} is not an object of servers`]);
  const problems: string[] = [];
  const notes: string[] = [];
  const servers = Object.entries(value).flatMap(([name, raw]) => {
    const at = `${key}.${name}`;
    const parsed = entry.safeParse(raw);
    if (!parsed.success) {
      problems.push(...parsed.error.issues.map(({ path, message }) => `${[at, ...path].join(".")}: ${message}`));
      return [];
    }
    for (const unknown of Object.keys(raw as object).filter((each) => !keys.includes(each)))
      (strict ? problems : notes).push(`${at}.${unknown}: there is no such key${hintFor(unknown)}`);
    const missing = new Set<string>();
    const expand = (text: string) => expandEnv(text, env, missing);
    const wanted = parsed.data.enabled ?? !parsed.data.disabled;
    const place = placeOf(parsed.data, resolve(from), expand);
    const oauth = oauthOf(parsed.data, expand);
    if (wanted)
      for (const variable of missing)
        problems.push(
          `${at}: the environment variable ${variable} is not set (write \${${variable}:-default} for one)`,
        );
    if (typeof place === "string") problems.push(`${at}: ${place}`);
    return typeof place === "string" ? [] : [{ ...configOf(name, place, wanted, parsed.data), oauth }];
  });
  if (problems.length > 0) throw refused(source, problems);
  return { servers, notes: notes.map((note) => `${source}: ${note}`) };
}

type Entry = z.infer<typeof entry>;

/** The place that an entry names, or what is wrong with it. */
function placeOf(given: Entry, from: string, expand: (text: string) => string): ServerPlace | string {
  const { type, command, url, args = [], env = {}, headers = {}, cwd = "." } = given;
  if ((command === undefined) === (url === undefined)) return "set either a command or a url";
  const each = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, text]) => [name, expand(text)]));
  if (command !== undefined) {
    if (type !== undefined && type !== "stdio") return `a command has the type stdio, not ${type}`;
    return {
      kind: "stdio",
      command: expand(command),
      args: args.map(expand),
      env: each(env),
      cwd: resolve(from, expand(cwd)),
    };
  }
  if (type === "stdio") return "a url has the type http or sse, not stdio";
  const address = expand(url ?? "");
  return urlProblem(address) ?? { kind: type === "sse" ? "sse" : "http", url: address, headers: each(headers) };
}

const configOf = (name: string, place: ServerPlace, enabled: boolean, given: Entry): ServerConfig => ({
  name,
  place,
  enabled,
  allowedTools: given.allowed_tools,
  defer: given.defer ?? defaults.defer,
  trustAnnotations: given.trust_annotations ?? defaults.trustAnnotations,
  apps: given.apps ?? defaults.apps,
  protocol: given.protocol ?? defaults.protocol,
  connectTimeout: given.connect_timeout ?? defaults.connectTimeout,
  timeout: given.timeout ?? defaults.timeout,
  totalTimeout: given.total_timeout ?? defaults.totalTimeout,
});

const oauthOf = ({ oauth }: Entry, expand: (text: string) => string): OAuthConfig | undefined =>
  oauth && {
    clientId: oauth.client_id && expand(oauth.client_id),
    clientSecret: oauth.client_secret && expand(oauth.client_secret),
    scope: oauth.scope,
  };

function hintFor(key: string): string {
  const close = nearest(key, keys, 1)[0];
  return close && Math.abs(close.length - key.length) <= 3 ? `; did you mean ${close}?` : "";
}

const refused = (source: string, problems: readonly string[]) =>
  new ToolError("invalid_input", `The MCP servers in ${source} are not valid:\n${problems.join("\n")}`, {
    hint: 'A server is {"command": "npx", "args": ["-y", "package"]} or {"url": "https://host/mcp"}.',
    data: { problems },
  });
