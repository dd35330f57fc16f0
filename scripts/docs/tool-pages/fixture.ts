import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { memoryEngine } from "@holdall/durable";
import { fileResources } from "@holdall/mcp";
import { connectServers, parseMcpJson } from "@holdall/mcp/client";
import { serveHttp } from "@holdall/mcp/http";
import {
  allow,
  createRegistry,
  type Dialect,
  openSession,
  type Registry,
  type Session,
  type Tool,
  toPath,
} from "@holdall/tool-core";
import { toolCall, toolSearch } from "@holdall/tool-search";
import { type Agent, resolveMerge, task } from "@holdall/tools-agents";
import type { AgentRunner } from "@holdall/tools-agents/port";
import { codeTools } from "@holdall/tools-code";
import { dataTools } from "@holdall/tools-data";
import { docsTools } from "@holdall/tools-docs";
import { envTools } from "@holdall/tools-env";
import { financeTools } from "@holdall/tools-finance";
import { fsTools, globFiles } from "@holdall/tools-fs";
import { interactTools, think } from "@holdall/tools-interact";
import type { Asker } from "@holdall/tools-interact/port";
import { memoryTools } from "@holdall/tools-memory";
import { callbackChannel, type MailServer, messageTools } from "@holdall/tools-messages";
import { scheduleTools, workflowExecute } from "@holdall/tools-orchestration";
import { runProgram } from "@holdall/tools-program";
import { researchTools } from "@holdall/tools-research";
import { shellTools } from "@holdall/tools-shell";
import { loadSkill, openSkills, skillFolder } from "@holdall/tools-skills";
import { taskTools } from "@holdall/tools-tasks";
import { todoTools } from "@holdall/tools-todos";
import { type SearchProvider, toSafeUrl, type WebClient, webTools } from "@holdall/tools-web";
import { openWorkspaces } from "../../../packages/presets/src/families/_workspaces.ts";
import { project } from "./calls.ts";
import { stillMarket } from "./still-market.ts";

/** A small project with every tool there is, the same in every run. */
export interface ToolFixture extends AsyncDisposable {
  readonly tools: readonly Tool[];
  /** A new session on a new copy of the project. */
  open(where: "memory" | "disk", dialect?: Dialect): Promise<{ readonly session: Session; readonly root: string }>;
}

const root = "/shop";
const now = () => new Date("2026-11-21T12:00:00Z");

export async function openFixture(): Promise<ToolFixture> {
  await using made = new AsyncDisposableStack();
  const documents = memoryBackend({ files: { "/returns.md": "# Returns\n\nWithin 30 days.\n" } });
  const server = await serveHttp(
    () => openSession(createRegistry([globFiles({ backend: documents })]), { policy: allow() }),
    { resources: [fileResources({ backend: documents, policy: allow() })] },
  );
  made.defer(() => server.close());
  const list = JSON.stringify({ mcpServers: { handbook: { url: server.url } } });
  const { servers: configs } = parseMcpJson(list, { source: "here", from: root });
  const servers = made.use(await connectServers(configs));

  const skills = await openSkills({
    sources: [skillFolder({ backend: memoryBackend({ files: skillFiles }), root: "/", scope: "builtin" })],
  });
  const registryOn = (backend = memoryBackend({ files: below(root) })): Registry => {
    let messages = 0;
    const registry = createRegistry([
      ...fsTools({ backend }),
      ...codeTools({ backend }),
      ...dataTools({ backend }),
      ...shellTools({ env: { LANG: "C.UTF-8" } }),
      ...taskTools(),
      task({
        runner: stillAgent,
        agents,
        workspaces: openWorkspaces({ backend, roots: [toPath("/")], history: undefined }),
      }),
      resolveMerge(),
      ...webTools({ client: stillWeb, search: { providers: [stillSearch] } }),
      ...todoTools(),
      loadSkill({ skills }),
      ...memoryTools({ backend: memoryBackend(), now }),
      ...scheduleTools({ engine: memoryEngine(), timezone: () => "Europe/Berlin", now: () => now().getTime() }),
      workflowExecute(),
      ...docsTools({ backend, chromium: false }),
      ...researchTools({ reports: true, now: () => new Date("2026-11-24T09:00:00Z") }),
      ...messageTools({
        backend,
        outbox: { backend: memoryBackend() },
        channels: [callbackChannel({ name: "ops", deliver: () => "17" })],
        email: {
          sender: "shop@example.com",
          senderName: "The shop",
          server: stillMailServer,
          allow: ["*@example.com"],
        },
        now,
        newId: () => `${++messages}`,
      }),
      ...financeTools({ client: stillMarket, env: { FINNHUB_API_KEY: "key" }, now: () => now().getTime() }),
      ...interactTools({ asker: stillPerson }),
      think(),
      ...envTools({
        now,
        timeZone: "Europe/Berlin",
        platform: { os: "linux" },
      }),
    ]);
    registry.add(toolSearch({ registry }), toolCall({ registry }), runProgram({ registry }) as Tool);
    servers.attach(registry);
    return registry;
  };

  const kept = made.move();
  return {
    tools: registryOn()
      .tools()
      .filter(({ name }) => !name.startsWith("mcp__")),
    async open(where, dialect) {
      const cwd = where === "memory" ? root : await copyOnDisk();
      if (where === "disk") kept.defer(() => rm(cwd, { recursive: true, force: true }));
      const session = openSession(registryOn(), { policy: allow(), cwd, dialect });
      kept.use(session);
      return { session, root: cwd };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

const skillFiles = {
  "/release-notes/SKILL.md":
    "---\nname: release-notes\ndescription: Writes notes for a release. Use when a version goes out.\n---\nOne line for each change that users see. The tone is in references/tone.md.\n",
  "/release-notes/references/tone.md": "Plain, and in the present tense.\n",
};

const below = (folder: string) =>
  Object.fromEntries(Object.entries(project.files).map(([name, text]) => [join(folder, name), text]));

async function copyOnDisk(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "holdall-tool-pages-")));
  for (const [index, [file, text]] of Object.entries(below(folder)).entries()) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    const written = Date.UTC(2026, 10, 21, 12, 0, index) / 1000;
    await utimes(file, written, written);
  }
  return folder;
}

/** Takes the first option of a question, writes nothing where there is none, and approves every plan. */
const stillPerson: Asker = {
  ask: ({ questions }) => ({
    outcome: "answered",
    answers: questions.map(({ question, options = [] }) => ({
      question,
      chosen: options.slice(0, 1).map(({ label }) => label),
    })),
  }),
  review: ({ planId }) => ({ outcome: "approved", planId }),
};

const agents: readonly [Agent, ...Agent[]] = [
  { name: "general", description: "Any task that takes several steps." },
  { name: "explore", description: "Finds and reads files, changes nothing.", tools: ["read_file", "grep_files"] },
];

/** A model that reads one file, and says what it found. */
const stillAgent: AgentRunner = async ({ messages }) => {
  const isDone = messages.some(({ role }) => role === "tool");
  const call = { id: "c1", name: "grep_files", input: { pattern: "pieces >" } };
  return {
    text: isDone ? "The discount starts above 10 pieces: src/rules.js, line 3." : "",
    calls: isDone ? [] : [call],
    tokens: { input: 400, cached: 0, output: 20 },
  };
};

/** Takes every mail. */
const stillMailServer: MailServer = {
  name: "mail.example.com",
  deliver: async (_, { to }) => ({ state: "sent", accepted: to, rejected: [], serverSaid: "250 queued" }),
};

/** A web of three pages. */
const stillWeb: WebClient = {
  async request(url) {
    const page = project.pages[toSafeUrl(url)];
    return {
      url,
      status: page === undefined ? 404 : 200,
      headers: { "content-type": url.endsWith(".json") ? "application/json" : "text/html; charset=utf-8" },
      body: new TextEncoder().encode(page ?? "<h1>Not found</h1>"),
      truncated: false,
      hops: [],
      checked: "addresses",
    };
  },
};

const stillSearch: SearchProvider = {
  name: "example-search",
  url: "https://search.example.com",
  can: {
    allowed_domains: "native",
    blocked_domains: "native",
    exact_terms: "native",
    language: "native",
    freshness: "native",
    page: "native",
  },
  most: 20,
  search: async () => ({
    hits: [
      {
        title: "Rounding money in JavaScript",
        url: "https://docs.example.com/money",
        snippet: "Count in cents, and round once, at the end.",
      },
    ],
  }),
};
