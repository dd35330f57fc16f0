import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { ndJsonStream } from "@agentclientprotocol/sdk";
// By path: the client is a fixture of the package.
import {
  connectTestClient,
  type TestClient,
  type TestClientOptions,
} from "../../../../packages/acp/src/fixtures/test-client.fixture.ts";
import { type StubAnswer, type StubServer, stubServer } from "../chat/stub-server.fixture.ts";
import { command, quick } from "../fixtures/command.fixture.ts";
import { givenIo } from "../fixtures/given-io.fixture.ts";
import { runHoldall } from "../run-holdall.ts";

export interface AcpOptions extends TestClientOptions {
  /** Holds the configuration and the state of the command. */
  readonly folder: string;
  readonly answers: readonly StubAnswer[];
  readonly args?: readonly string[];
  /** Instead of this process's environment with a home in the folder. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface OpenedAcp extends TestClient, AsyncDisposable {
  readonly server: StubServer;
  readonly errors: () => string;
}

const envOf = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  HOME: folder,
  XDG_CONFIG_HOME: join(folder, "config"),
  XDG_STATE_HOME: join(folder, "state"),
  XDG_CACHE_HOME: join(folder, "cache"),
});

const argvOf = ({ url }: StubServer, args: readonly string[]) => [
  "acp",
  ...["--model", "stub", "--base-url", url, "--retries", "0"],
  ...args,
];

const checked = ({ problems }: TestClient) => {
  if (problems().length > 0) throw new Error(`Frames were wrong:\n${problems().join("\n")}`);
};

/** `holdall acp` in this process, whose model says what it is told to. Disposing throws for frames that were wrong. */
export async function openAcp({
  folder,
  answers,
  args = [],
  env = envOf(folder),
  ...options
}: AcpOptions): Promise<OpenedAcp> {
  const server = await stubServer(answers);
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const io = givenIo({ cwd: folder, env, stdin, stdout });
  const ended = runHoldall(argvOf(server, args), io);
  const client = await connectTestClient(streamOf(stdin, stdout), options);
  return {
    ...client,
    server,
    errors: io.errors,
    async [Symbol.asyncDispose]() {
      stdin.end();
      await ended;
      client.close();
      await server[Symbol.asyncDispose]();
      checked(client);
    },
  };
}

export interface AcpProcess extends OpenedAcp {
  readonly child: ChildProcess;
  /** Everything that came on stdout, as lines. */
  readonly lines: readonly string[];
}

/** The same in a process of its own, as an editor starts it. */
export async function startAcp(
  { folder, answers, args = [], ...options }: AcpOptions,
  flags: readonly string[] = [],
): Promise<AcpProcess> {
  const server = await stubServer(answers);
  const child = spawn(process.execPath, [...quick, ...flags, command, ...argvOf(server, args)], {
    cwd: folder,
    env: envOf(folder),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [errors, out] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  const stdout = new PassThrough();
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk;
  });
  child.stdout.pipe(stdout);
  const client = await connectTestClient(streamOf(child.stdin, stdout), options);
  const closed = once(child, "close");
  return {
    ...client,
    server,
    child,
    errors: () => errors,
    get lines() {
      return out.split("\n").slice(0, -1);
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await closed;
      client.close();
      await server[Symbol.asyncDispose]();
      checked(client);
    },
  };
}

const streamOf = (input: Writable, output: Readable) =>
  ndJsonStream(
    Writable.toWeb(input) as WritableStream<Uint8Array>,
    Readable.toWeb(output) as unknown as ReadableStream<Uint8Array>,
  );
