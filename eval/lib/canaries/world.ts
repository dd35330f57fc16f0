import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { findSecrets } from "../../../apps/cli/src/config/secrets/find-secrets.ts";
import type { Io } from "../../../apps/cli/src/io.ts";
import { setUp } from "../../../apps/cli/src/setup/set-up.ts";
import { createScrubber } from "../../../packages/middleware/src/index.ts";
import { recordCalls } from "../../../packages/middleware/src/node.ts";
import { openSession, type ToolEvent } from "../../../packages/tool-core/src/index.ts";
import { stdioServer } from "./mcp-servers.ts";
import { type Kept, openMailServer, openPostgresServer, openTlsServer } from "./servers.ts";

/** The servers of a round. `right` is for every secret, `wrong` for none. */
export interface Servers {
  readonly right: Kept;
  readonly wrong: Kept;
  readonly plain: Kept;
  readonly mail: Kept;
  readonly postgres: Kept;
}

/** A session of the command with secrets, and all that leaves it. */
export interface World {
  readonly servers: Servers;
  readonly root: string;
  /** The values by the names of secrets. */
  readonly values: Readonly<Record<string, string>>;
  /** Make a call that everything agrees to; gives what the model gets. */
  call(tool: string, input: object): Promise<string>;
  /** The conversation so far, as a model has it. */
  readonly heard: string[];
  /** How the calls have ended, in the same order. */
  readonly ends: CallEnd[];
}

/** How one call has ended: `ok`, or the code of its error. */
export interface CallEnd {
  readonly tool: string;
  readonly code: string;
  readonly text: string;
}

interface Closed {
  /** What is left on disk and was told while the round ran, by where it is. */
  readonly left: Readonly<Record<string, string>>;
}

/** How the secrets of a round are used by services that the configuration names. */
export interface Uses {
  readonly mail: string;
  readonly database: string;
  readonly mcp: string;
  readonly movedMcp: string;
  readonly program: string;
  readonly unnamedProgram: string;
  readonly endingProgram: string;
  readonly query: string;
}

/** Run work in a world with these secrets. */
export async function inWorld(
  values: Readonly<Record<string, string>>,
  uses: Uses,
  work: (world: World) => Promise<void>,
): Promise<Closed> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdall-canaries-")));
  const at = (path: string) => join(base, path);
  for (const folder of ["project", "config/holdall", "state", "home"]) mkdirSync(at(folder), { recursive: true });
  try {
    await using wrong = await openTlsServer(() => "");
    await using right = await openTlsServer(() => `https://127.0.0.1:${wrong.port}`);
    await using plain = await openTlsServer(() => "", true);
    await using mail = await openMailServer();
    await using postgres = await openPostgresServer();
    const servers = { right, wrong, plain, mail, postgres };
    writeFileSync(at("config/holdall/secrets.yaml"), JSON.stringify(entriesOf(values, uses, servers)));
    writeFileSync(at("server.mjs"), stdioServer);
    writeFileSync(at("named.yaml"), JSON.stringify(configOf(uses, servers, at("server.mjs"))));
    const told = [new PassThrough(), new PassThrough()] as const;
    const events: ToolEvent[] = [];
    const heard: string[] = [];
    const ends: CallEnd[] = [];
    const io = ioOf(base, told, values);
    let snapshot = "";
    await using setup = await setUp(
      {
        root: [at("project")],
        config: at("named.yaml"),
        audit: at("audit.jsonl"),
        sandbox: "required",
        verbose: true,
      },
      io,
      { showsCalls: false },
    );
    const { preset } = setup;
    const { root, cwd, file, config, moreRoots } = setup;
    const named = await findSecrets({ root, cwd, file, config, moreRoots, backend: undefined }, undefined, io.env);
    const recorder = recordCalls({ file: at("recording.jsonl"), scrubber: createScrubber({ named }) });
    {
      await using session = openSession(preset.registry, {
        ...preset,
        use: [recorder.middleware, ...(preset.use ?? [])],
        approve: () => true,
        onEvent(event) {
          // What the model wrote is its own.
          events.push(event.type === "call-start" ? { ...event, input: {} } : event);
          preset.onEvent?.(event);
        },
      });
      await work({
        ...{ servers, values, heard, ends, root: at("project") },
        async call(tool, input) {
          const result = await session.call(tool, input);
          const error = result.ok
            ? {}
            : { message: result.error.message, hint: result.error.hint, data: result.error.data };
          const text = JSON.stringify([result.content, result.ok ? result.output : error]);
          heard.push(text);
          ends.push({ tool, code: result.ok ? "ok" : result.error.code, text });
          return text;
        },
      });
      snapshot = JSON.stringify(session.snapshot());
    }
    await recorder.flush();
    const files = ["audit.jsonl", "recording.jsonl"].map((name) => [name, readFileSync(at(name), "utf8")] as const);
    return {
      left: {
        ...Object.fromEntries(files),
        events: JSON.stringify(events, (_, value) =>
          value instanceof Error ? { ...value, message: value.message } : value,
        ),
        snapshot,
        "standard streams": told.map((stream) => String(stream.read() ?? "")).join(""),
        "checkpoints and state": textOf(at("state")),
        project: textOf(at("project")),
        "the configuration": textOf(at("config")),
      },
    };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function entriesOf(values: World["values"], uses: Uses, { right, mail, postgres }: Servers) {
  const portOf = (name: string) =>
    name === uses.mail ? mail.port : name === uses.database ? postgres.port : right.port;
  const serversOf = (name: string) =>
    name === uses.program ? ["program"] : name === uses.endingProgram ? ["ending"] : [];
  return Object.fromEntries(
    Object.keys(values).map((name) => [
      name,
      {
        env: name,
        hosts: [`localhost:${portOf(name)}`],
        query: name === uses.query,
        servers: serversOf(name),
      },
    ]),
  );
}

const configOf = (uses: Uses, { right, mail, postgres }: Servers, program: string) => ({
  web: { allow: ["127.0.0.0/8", "::1/128"] },
  databases: { shop: { url: `postgres://app:secret:${uses.database}@localhost:${postgres.port}/shop` } },
  messages: {
    email: {
      sender: "bot@example.com",
      server: { host: "localhost", port: mail.port, user: "bot", password_env: `secret:${uses.mail}` },
    },
  },
  mcp_servers: {
    whoami: { url: `https://localhost:${right.port}/mcp`, headers: { "x-key": `secret:${uses.mcp}` } },
    moved: { url: `https://localhost:${right.port}/to?307`, headers: { "x-key": `secret:${uses.movedMcp}` } },
    program: { command: process.execPath, args: [program], env: { KEY: `secret:${uses.program}` } },
    unnamed: { command: process.execPath, args: [program], env: { KEY: `secret:${uses.unnamedProgram}` } },
    ending: { command: process.execPath, args: [program, "ends"], env: { KEY: `secret:${uses.endingProgram}` } },
  },
});

function ioOf(base: string, [stdout, stderr]: readonly [PassThrough, PassThrough], values: World["values"]): Io {
  const at = (path: string) => join(base, path);
  const { PATH } = process.env;
  return {
    ...{ stdin: new PassThrough(), stdout, stderr, cwd: at("project"), self: [process.execPath] },
    env: { PATH, HOME: at("home"), XDG_CONFIG_HOME: at("config"), XDG_STATE_HOME: at("state"), ...values },
    onSignal: () => ({ [Symbol.dispose]() {} }),
    onExit: () => ({ [Symbol.dispose]() {} }),
    raise() {},
    exit() {},
  } as unknown as Io;
}

/** All files below a folder as one text, with their names. */
function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => {
      const path = join(folder, name);
      return statSync(path, { throwIfNoEntry: false })?.isFile() ? `${name}\n${readFileSync(path, "latin1")}` : name;
    })
    .join("\n");
}
