import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type StubAnswer, type StubServer, stubServer } from "../../apps/cli/src/chat/stub-server.fixture.ts";
import { type Frame, type FrameCheck, frameCheck } from "../../packages/acp/src/fixtures/check-frames.fixture.ts";

export interface AcpxRun {
  readonly code: number;
  /** The frames that it shows, of both sides. */
  readonly frames: readonly Frame[];
  readonly out: string;
}

/** `acpx` as a client of `holdall acp`, with a project, a home and a model of its own. */
export interface Acpx extends AsyncDisposable {
  readonly project: string;
  readonly folder: string;
  readonly server: StubServer;
  run(...words: readonly string[]): Promise<AcpxRun>;
  /** The same, while something else happens; `seen` resolves when its output holds a text. */
  start(...words: readonly string[]): { readonly ended: Promise<AcpxRun>; seen(text: string): Promise<void> };
  /** Ids of the agents' processes that run for it. */
  agents(): Promise<readonly number[]>;
  /** Updates and requests that were not as the published schema says. */
  problems(): readonly string[];
}

const root = resolve(import.meta.dirname, "../..");
const acpx = join(root, "node_modules/acpx/dist/cli.js");
const main = join(root, "apps/cli/src/main.ts");

export async function openAcpx(answers: readonly StubAnswer[]): Promise<Acpx> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdall-acpx-")));
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "a.txt"), "one\n");
  const server = await stubServer(answers);
  const agent = `${process.execPath} ${main} acp --model stub --base-url ${server.url} --all`;
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: folder };
  const check = frameCheck();
  const start: Acpx["start"] = (...words) => {
    const argv = [acpx, "--agent", agent, "--cwd", project, "--format", "json", "--ttl", "20", ...words];
    const child = spawn(process.execPath, argv, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    const listeners = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        out += chunk;
        for (const listener of listeners) listener();
      });
    const ended = once(child, "close").then(([code]) => {
      for (const listener of listeners) listener();
      const frames = framesIn(out);
      checkOfAgent(frames, check);
      return { code: Number(code), frames, out };
    });
    const seen = (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!out.includes(text) && child.exitCode === null) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      });
    return { ended, seen };
  };
  const processes = async (): Promise<readonly { readonly id: number; readonly line: string }[]> => {
    const child = spawn("ps", ["-eo", "pid=,args="], { stdio: ["ignore", "pipe", "ignore"] });
    const text = Buffer.concat(await child.stdout.toArray()).toString();
    return text.split("\n").flatMap((line) => {
      const [, id, args = ""] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
      return args.includes(server.url) ? [{ id: Number(id), line: args }] : [];
    });
  };
  return {
    project,
    folder,
    server,
    start,
    run: (...words) => start(...words).ended,
    agents: async () =>
      (await processes())
        .filter(({ line }) => line.includes(`${main} acp`) && !line.includes(acpx))
        .map(({ id }) => id),
    problems: () => check.problems,
    async [Symbol.asyncDispose]() {
      // The processes that acpx leaves running have this model's address in their arguments.
      for (const { id } of await processes()) if (id !== process.pid) process.kill(id, "SIGKILL");
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const framesIn = (out: string): Frame[] =>
  out.split("\n").flatMap((line): Frame[] => {
    if (!line.startsWith('{"jsonrpc"')) return [];
    return [JSON.parse(line) as Frame];
  });

/** What only the agent sends: the client's own requests are in its output too, with ids that may be the same. */
function checkOfAgent(frames: readonly Frame[], check: FrameCheck): void {
  for (const frame of frames)
    if ("method" in frame && /^(session\/(update|request_permission)|fs\/|elicitation\/)/.test(frame.method))
      check.check(frame);
}
