import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StubAnswer } from "../apps/cli/src/chat/stub-server.fixture.ts";
import { type Acpx, type AcpxRun, openAcpx } from "./lib/acpx.ts";
import type { EvalRows } from "./lib/corpus.ts";

export const about =
  "Editors: scripted conversations of acpx, a real client of the Agent Client Protocol, with holdall acp";

const call = (tool: string, input: object): StubAnswer => ({ calls: [{ tool, input }] });
const edit = call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" });
const done: StubAnswer = { text: "Done." };

interface Conversation {
  readonly answers: readonly StubAnswer[];
  /** Whether everything was as it should be. */
  hold(client: Acpx): Promise<boolean>;
}

const updates = ({ frames }: AcpxRun): readonly Readonly<Record<string, unknown>>[] =>
  frames.flatMap((frame) =>
    "method" in frame && frame.method === "session/update"
      ? [(frame.params as { update: Record<string, unknown> }).update]
      : [],
  );
const stopReason = ({ frames }: AcpxRun): unknown =>
  frames
    .flatMap((frame) =>
      "result" in frame ? ((Object(frame.result) as { stopReason?: unknown }).stopReason ?? []) : [],
    )
    .at(-1);
const textOf = ({ project }: Acpx, name = "a.txt") => readFileSync(join(project, name), "utf8");
const asks = ({ out }: AcpxRun) => out.split('"session/request_permission"').length - 1;

const conversations: Readonly<Record<string, Conversation>> = {
  "an edit has a diff, is announced once and arrives": {
    answers: [
      call("read_file", { path: "a.txt" }),
      edit,
      call("write_file", { path: "new.txt", content: "new\n" }),
      done,
    ],
    async hold(client) {
      const ran = await client.run("--approve-all", "exec", "Change it");
      const all = updates(ran);
      const announced = all
        .filter(({ sessionUpdate }) => sessionUpdate === "tool_call")
        .map(({ toolCallId }) => toolCallId);
      const text = JSON.stringify(all);
      return (
        stopReason(ran) === "end_turn" &&
        announced.length === 3 &&
        new Set(announced).size === 3 &&
        text.includes(`"type":"diff","path":"${client.project}/a.txt","oldText":"one","newText":"two"`) &&
        text.includes(`"type":"diff","path":"${client.project}/new.txt","oldText":null,"newText":"new\\n"`) &&
        textOf(client) === "two\n" &&
        textOf(client, "new.txt") === "new\n"
      );
    },
  },
  "an approval that is denied, and one that is given": {
    answers: [call("delete_file", { path: "a.txt" }), done, call("delete_file", { path: "a.txt" }), done],
    async hold(client) {
      const denied = await client.run("--deny-all", "exec", "Delete it");
      const stayed = existsSync(join(client.project, "a.txt"));
      const given = await client.run("--approve-all", "exec", "Delete it");
      return asks(denied) === 1 && stayed && asks(given) === 1 && !existsSync(join(client.project, "a.txt"));
    },
  },
  "plan mode is enforced": {
    answers: [call("write_file", { path: "b.txt", content: "b\n" }), done],
    async hold(client) {
      await client.run("sessions", "new");
      const set = await client.run("set-mode", "plan");
      const ran = await client.run("--approve-all", "prompt", "Write it");
      return set.code === 0 && stopReason(ran) === "end_turn" && !existsSync(join(client.project, "b.txt"));
    },
  },
  "a cancel in the middle of a command": {
    answers: [call("bash", { command: "echo begun; sleep 60" }), done],
    async hold(client) {
      await client.run("sessions", "new");
      const running = client.start("--approve-all", "prompt", "Wait");
      await running.seen("\\nbegun");
      await client.run("cancel");
      return stopReason(await running.ended) === "cancelled";
    },
  },
  "a session goes on after its agent was killed": {
    answers: [{ text: "I remember." }, { text: "You said blue." }],
    async hold(client) {
      await client.run("sessions", "new");
      await client.run("prompt", "The color is blue");
      const agents = await client.agents();
      for (const id of agents) process.kill(id, "SIGKILL");
      const ran = await client.run("prompt", "Which color?");
      const asked = JSON.stringify(client.server.asked.at(-1)?.messages);
      return agents.length > 0 && stopReason(ran) === "end_turn" && asked.includes("The color is blue");
    },
  },
  "an image reaches the model": {
    answers: [done],
    async hold(client) {
      const file = join(client.folder, "prompt.json");
      const blocks = [
        { type: "text", text: "Look" },
        { type: "image", mimeType: "image/png", data: Buffer.from("picture").toString("base64") },
      ];
      writeFileSync(file, JSON.stringify(blocks));
      await client.run("exec", "--file", file);
      const asked = JSON.stringify(client.server.asked.at(-1)?.messages);
      return asked.includes(`data:image/png;base64,${Buffer.from("picture").toString("base64")}`);
    },
  },
  "2 MB of output are capped": {
    answers: [call("bash", { command: "head -c 2000000 /dev/zero | tr '\\0' x" }), done],
    async hold(client) {
      const ran = await client.run("--approve-all", "exec", "Print it");
      const sizes = updates(ran).map((update) => JSON.stringify(update).length);
      return stopReason(ran) === "end_turn" && sizes.length > 0 && Math.max(...sizes) < 150_000;
    },
  },
  "a mode that there is not is an error": {
    answers: [],
    async hold(client) {
      await client.run("sessions", "new");
      const set = await client.run("set-mode", "yolo");
      return set.code !== 0 && set.out.includes("There is no mode yolo");
    },
  },
  "MCP servers that the client passes are used, and ask": {
    answers: [call("mcp__far__read_file", { path: "far.txt" }), done],
    async hold(client) {
      writeFileSync(join(client.folder, "far.txt"), "from afar\n");
      const main = resolve(import.meta.dirname, "../apps/cli/src/main.ts");
      const args = [main, "serve", "--preset", "minimal", "--root", client.folder];
      const file = join(client.folder, "mcp.json");
      writeFileSync(file, JSON.stringify({ mcpServers: [{ name: "far", command: process.execPath, args, env: [] }] }));
      const ran = await client.run("--approve-all", "--mcp-config", file, "exec", "Read it");
      return asks(ran) === 1 && JSON.stringify(updates(ran)).includes("from afar");
    },
  },
  "two sessions at once": {
    answers: [call("read_file", { path: "a.txt" }), call("read_file", { path: "a.txt" }), done, done],
    async hold(client) {
      await Promise.all(["one", "two"].map((name) => client.run("sessions", "new", "--name", name)));
      const both = await Promise.all(["one", "two"].map((name) => client.run("prompt", "-s", name, `I am ${name}`)));
      const ids = both.flatMap(({ out }) => /"sessionId":"([^"]+)"/.exec(out)?.[1] ?? []);
      return both.every((ran) => stopReason(ran) === "end_turn") && new Set(ids).size === 2;
    },
  },
};

export async function* rows(): EvalRows {
  for (const [name, { answers, hold }] of Object.entries(conversations)) {
    await using client = await openAcpx(answers);
    const isRight = await hold(client);
    const problems = client.problems();
    if (process.env.HOLDALL_EVAL_MISSES)
      for (const problem of problems) console.error(`  miss: ${problem.slice(0, 420)}`);
    yield { what: name, value: Number(isRight && problems.length === 0), of: 1, least: 1 };
  }
}
