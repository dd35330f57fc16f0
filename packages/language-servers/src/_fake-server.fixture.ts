// A language server that does what its first argument says, for tests of what clients must survive.
import { spawn } from "node:child_process";

/** What a fake server does; the name is the program's argument. */
export type FakeMode =
  | "answers"
  | "never answers"
  | "answers late"
  | "crashes in initialize"
  | "crashes in a request"
  | "crashes once"
  | "huge answer"
  | "split frames"
  | "merged frames"
  | "wrong length"
  | "prints before frames"
  | "asks the client"
  | "floods"
  | "has children"
  | "refuses"
  | "asks to ask again"
  | "pushes"
  | "pushes twice"
  | "pushes without version"
  | "pushes an old version"
  | "calls outside";

interface Message {
  readonly id?: number;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client sends
  readonly params?: any;
  readonly result?: unknown;
  readonly error?: unknown;
}

const [, , mode = "answers", encoding = "utf-16"] = process.argv as [string, string, FakeMode, string];
const log: string[] = [];
const fromClient: Message[] = [];
let asked = 0;

const frame = (message: object) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};
const send = (message: object) => process.stdout.write(frame(message));
const publish = (uri: string, version: number | undefined, message: string) => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  const params = { uri, ...(version !== undefined && { version }), diagnostics: [{ range, severity: 1, message }] };
  send({ method: "textDocument/publishDiagnostics", params });
};

function onDocument({ uri, version }: { readonly uri: string; readonly version: number }): void {
  if (mode === "pushes") publish(uri, version, `version ${version}`);
  if (mode === "pushes twice") {
    send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics: [] } });
    setTimeout(() => publish(uri, version, "the second"), 30);
  }
  if (mode === "pushes without version") publish(uri, undefined, "of whatever version");
  if (mode === "pushes an old version") publish(uri, version - 1, "stale");
}

function initialize(id: number): void {
  if (mode === "crashes in initialize") {
    process.stderr.write("cannot read its settings\n");
    process.exit(3);
  }
  if (mode === "has children") {
    for (const detached of [false, true])
      spawn(process.execPath, ["-e", "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], {
        detached,
        stdio: "ignore",
      });
  }
  const capabilities = {
    positionEncoding: encoding,
    definitionProvider: true,
    referencesProvider: true,
    callHierarchyProvider: true,
    ...(!mode.startsWith("pushes") && { diagnosticProvider: {} }),
  };
  send({ id, result: { capabilities } });
}

function answerTo({ id, method }: Message, result: unknown): void {
  const answer = { id, result };
  if (mode === "never answers") return;
  if (mode === "answers late") return void setTimeout(() => send(answer), 30_000);
  if (
    mode === "crashes in a request" ||
    (mode === "crashes once" && process.env.FAKE_FIRST !== undefined && isFirst())
  ) {
    process.stderr.write("panic: nil pointer\n");
    process.exit(2);
  }
  if (mode === "refuses") return void send({ id, error: { code: -32603, message: `panic handling ${method}` } });
  if (mode === "asks to ask again" && asked++ < 2)
    return void send({ id, error: { code: -32801, message: "content modified" } });
  if (mode === "huge answer") {
    process.stdout.write(`Content-Length: ${100 * 1024 * 1024}\r\n\r\n{"id":${id},"result":"`);
    return;
  }
  if (mode === "split frames") {
    sendSlowly(Buffer.from(frame(answer)));
    return;
  }
  if (mode === "merged frames") {
    const noise = frame({ method: "window/logMessage", params: { type: 3, message: "ä😀" } });
    process.stdout.write(noise + noise + frame(answer) + noise);
    return;
  }
  if (mode === "wrong length") return void process.stdout.write(frame(answer).replace(/\d+/, "7"));
  if (mode === "prints before frames") return void process.stdout.write(`Loading project...\nDone.\n${frame(answer)}`);
  if (mode === "asks the client") {
    send({
      id: 1,
      method: "workspace/configuration",
      params: { items: [{ section: "fake.level" }, { section: "no" }] },
    });
    send({ id: 2, method: "fake/unknown", params: {} });
    send({ id: 3, method: "workspace/applyEdit", params: { edit: {} } });
    setTimeout(() => send({ id, error: { code: 1, message: JSON.stringify(fromClient) } }), 50);
    return;
  }
  if (mode === "floods") {
    const value = { kind: "report", message: "x".repeat(200) };
    for (let i = 0; i < 20_000; i++) process.stdout.write(frame({ method: "$/progress", params: { token: i, value } }));
  }
  send(answer);
}

/** One byte at a time, each in a chunk of its own as far as pipes let it. */
function sendSlowly(bytes: Buffer, at = 0): void {
  if (at < bytes.length) process.stdout.write(bytes.subarray(at, at + 1), () => sendSlowly(bytes, at + 1));
}

function isFirst(): boolean {
  const { existsSync, writeFileSync } = process.getBuiltinModule("node:fs");
  const file = process.env.FAKE_FIRST ?? "";
  if (existsSync(file)) return false;
  writeFileSync(file, "");
  return true;
}

function receive(message: Message): void {
  const { id, method, params } = message;
  if (method === undefined) {
    fromClient.push(message);
    return;
  }
  log.push(method);
  if (method === "workspace/didChangeWatchedFiles")
    log.push(...params.changes.map(({ uri, type }: { uri: string; type: number }) => `${type} ${uri}`));
  if (method === "textDocument/didOpen" || method === "textDocument/didChange") onDocument(params.textDocument);
  if (method === "exit" && mode !== "has children") process.exit(0);
  if (id === undefined) return;
  if (method === "initialize") initialize(id);
  else if (method === "shutdown") {
    process.getBuiltinModule("node:fs").writeFileSync(".ended", log.join(" "));
    send({ id, result: null });
  } else if (method === "textDocument/diagnostic") {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    answerTo(message, { kind: "full", items: [{ range, severity: 2, message: JSON.stringify(log) }] });
  } else answerTo(message, resultOf(params));
}

/** The answer that the test has written to a file, with `$ROOT` and the position that was asked about put in. */
function resultOf(params: { readonly position?: unknown } | undefined): unknown {
  const { existsSync, readFileSync } = process.getBuiltinModule("node:fs");
  const reply = existsSync(".reply") ? readFileSync(".reply", "utf8") : "null";
  return JSON.parse(
    reply
      .replaceAll("$ROOT", `file://${process.cwd()}`)
      .replaceAll('"$POSITION"', JSON.stringify(params?.position ?? null)),
  );
}

let held = Buffer.alloc(0);
if (import.meta.main) {
  if (mode === "has children") process.on("SIGTERM", () => {});
  if (mode === "has children") setInterval(() => {}, 1_000);
  process.stdin.on("data", (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      const end = held.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/.exec(held.toString("latin1", 0, Math.max(end, 0)))?.[1]);
      if (end < 0 || held.length < end + 4 + length) return;
      const text = held.toString("utf8", end + 4, end + 4 + length);
      held = held.subarray(end + 4 + length);
      receive(JSON.parse(text));
    }
  });
  process.stdin.on("end", () => mode === "has children" || process.exit(0));
}
