import { ToolError, toPath } from "@holdall/tool-core";
import { sha256Hex } from "@holdall/tool-kit";
import * as z from "zod";
import {
  type FoundSkill,
  isSkillName,
  type OpenedSkill,
  type SkillFile,
  type SkillProblem,
  type SkillSource,
  skillLimits,
} from "../parse/skill.ts";
import { plainLine } from "../trust/visible.ts";
import { hashFiles } from "./hash-files.ts";
import { changed, notInSkill } from "./open-folder.ts";

/** An MCP server with skills, from `servers.skills()` of `@holdall/mcp/client`. */
export interface SkillServer {
  /** The name of the server in the host. */
  readonly name: string;
  /** Get all entries of `skills/list`, unchanged. */
  list(signal?: AbortSignal): Promise<readonly unknown[]>;
  /** Get the bytes of a resource. */
  read(uri: string, signal?: AbortSignal): Promise<Uint8Array>;
}

const text = z.string().max(2000);
const entrySchema = z.looseObject({
  uri: text,
  frontmatter: z.looseObject({ name: z.string(), description: z.string() }),
  resources: z.union([
    z.literal("dynamic"),
    z.array(
      z.looseObject({ uri: text, digest: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.int().nonnegative() }),
    ),
  ]),
});
type Entry = z.infer<typeof entrySchema>;

interface ServedFile extends SkillFile {
  readonly uri: string;
}

interface Served {
  readonly entry: Entry;
  readonly files: readonly ServedFile[];
  /** Where the skill is among those of its server. */
  readonly path: string;
}

/**
 * Create a source of skills from MCP servers with the extension `io.modelcontextprotocol/skills` (SEP-2640). Skills are named
 * `server/name`. Files are fetched when they are read and compared with the listing. Skills with dynamic content are left out.
 */
export function mcpSkills(servers: () => readonly SkillServer[]): SkillSource {
  return {
    name: "MCP servers",
    scope: "mcp",
    isTrusted: false,
    async list(signal) {
      const lists = await Promise.all(servers().map((server) => listServer(server, signal)));
      return { skills: lists.flatMap(({ skills }) => skills), problems: lists.flatMap(({ problems }) => problems) };
    },
  };
}

async function listServer(server: SkillServer, signal: AbortSignal | undefined) {
  const problems: SkillProblem[] = [];
  const found = new Map<string, Served>();
  const report = (uri: string, message: string) =>
    problems.push({ source: server.name, path: plainLine(uri).slice(0, 300), message, skipped: true });
  let entries: readonly unknown[] = [];
  try {
    entries = await server.list(signal);
  } catch (error) {
    signal?.throwIfAborted();
    report("skills/list", ToolError.is(error) ? error.message : "The server could not say which skills it has.");
  }
  for (const each of entries) {
    const parsed = entrySchema.safeParse(each);
    const { uri: written } = Object(each) as { uri?: unknown };
    const uri = typeof written === "string" ? written : "(no uri)";
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      report(uri, `It is not a valid entry: ${issue?.path.join(".")}: ${issue?.message}.`);
      continue;
    }
    const entry = parsed.data;
    const problem = problemOf(entry);
    if (problem !== undefined || entry.resources === "dynamic") {
      report(uri, problem ?? "The server generates its content dynamically, so it cannot be approved.");
      continue;
    }
    const root = entry.uri.slice(0, -"SKILL.md".length);
    const files = entry.resources.flatMap(({ uri: file, digest, size }): ServedFile | [] => {
      const path = pathBelow(root, file);
      return path === undefined ? [] : { uri: file, path, size, sha256: digest.slice("sha256:".length) };
    });
    found.set(entry.uri, { entry, files, path: root.slice(0, -1).replace(/^[a-z][a-z\d+.-]*:\/\//i, "") });
  }
  const all = [...found.values()];
  const skills = all.map(({ entry, files, path }): FoundSkill => {
    const { name, description, ...rest } = entry.frontmatter;
    const isUnique = all.filter((other) => other.entry.frontmatter.name === name).length === 1;
    const wants = rest["allowed-tools"];
    return {
      fields: {
        name,
        description,
        metadata: {},
        wants: (Array.isArray(wants) ? wants : typeof wants === "string" ? wants.split(/[\s,]+/) : []).map(String),
      },
      label: `${labelOf(server.name)}/${isUnique ? name : labelOf(path)}`,
      place: `mcp:${encodeURIComponent(server.name)} ${entry.uri}`,
      isInWorkspace: false,
      body: "",
      open: () => openEntry(server, entry, files),
    };
  });
  return { skills, problems };
}

/** A name as part of a longer one that a model can repeat. */
const labelOf = (name: string): string => name.replace(/[^\w./-]+/g, "-").slice(0, 200);

function problemOf({ uri, frontmatter: { name, description }, resources }: Entry): string | undefined {
  if (!isSkillName(name)) return "Its name is not one that the specification allows.";
  if (!uri.endsWith(`/${name}/SKILL.md`)) return "Its URI does not end with its name and /SKILL.md.";
  if ([...description].length > skillLimits.description || description.trim() === "")
    return `Its description must have 1 to ${skillLimits.description} characters.`;
  if (resources === "dynamic") return undefined;
  if (resources.length > skillLimits.files) return `It has more than ${skillLimits.files} files.`;
  if (resources.reduce((sum, { size }) => sum + size, 0) > skillLimits.bytes)
    return `It has more than ${skillLimits.bytes} bytes.`;
  const uris = new Set(resources.map((each) => each.uri));
  if (uris.size < resources.length || !uris.has(uri)) return "Its list of files names one twice, or not its SKILL.md.";
  const root = uri.slice(0, -"SKILL.md".length);
  return [...uris].every((file) => pathBelow(root, file) !== undefined)
    ? undefined
    : "Its list of files names one outside of it.";
}

/** Where a file is below a folder, both as URIs. Undefined for one that is not. */
function pathBelow(root: string, uri: string): string | undefined {
  if (!uri.startsWith(root)) return undefined;
  const written = uri.slice(root.length);
  if (/[?#]/.test(written)) return undefined;
  try {
    const path = decodeURIComponent(written);
    return !/[\\\0]/.test(path) && toPath(`/${path}`) === `/${path}` ? path : undefined;
  } catch {
    return undefined;
  }
}

async function openEntry(server: SkillServer, entry: Entry, files: readonly ServedFile[]): Promise<OpenedSkill> {
  return {
    hash: await hashFiles(files),
    files: files.map(({ path, size, sha256: digest }) => ({ path, size, sha256: digest })),
    async read(path, signal) {
      const file = files.find((each) => each.path === path);
      if (!file) throw notInSkill(path);
      const bytes = await server.read(file.uri, signal);
      if (bytes.length !== file.size || (await sha256Hex(bytes)) !== file.sha256) throw changed(path);
      if (path !== "SKILL.md") return bytes;
      // YAML loads when it is needed.
      const { saysTheSame } = await import("../parse/front-matter.ts");
      if (!saysTheSame(bytes, entry.frontmatter))
        throw new ToolError("stale", `${entry.uri} does not match what ${server.name} listed.`, {
          hint: "Tell the user; the skill is not used.",
        });
      return bytes;
    },
  };
}
