import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Duplex, type Readable } from "node:stream";
import type { SandboxNetwork } from "../port/index.ts";
import { findProgram } from "./find-program.ts";
import type { BubblewrapProgram } from "./program.ts";

/** How a launch joins a network. */
export interface JoinedNetwork {
  /** The words in front of bubblewrap. */
  readonly enter: readonly string[];
  /** Its options for a user that is the same as outside. */
  readonly users: readonly string[];
}

const joined = new WeakMap<SandboxNetwork, () => JoinedNetwork | undefined>();

/** How to join a network that `openSessionNetwork` has opened; undefined for others, and when it has ended. */
export const joinNetwork = (network: SandboxNetwork | undefined): JoinedNetwork | undefined =>
  network && joined.get(network)?.();

const profile = [
  ...["--die-with-parent", "--new-session", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net"],
  ...["--cap-drop", "ALL", "--ro-bind", "/", "/", "--info-fd", "3", "--", "/bin/cat"],
];

/**
 * Open a network that has a loopback interface and nothing else. A process that does nothing holds it until it is disposed
 * or this process ends. Undefined where the system lacks a program that joins it.
 */
export async function openSessionNetwork(
  program: BubblewrapProgram,
  roots: readonly string[],
): Promise<SandboxNetwork | undefined> {
  const isRoot = process.getuid?.() === 0;
  // Root of the machine needs no namespace of users; another one must own the network that it joins.
  const needsUsers = !isRoot || program.asksForUsers;
  const nsenter = findProgram("nsenter", { roots });
  const unshare = needsUsers ? findProgram("unshare", { roots }) : "";
  if (nsenter === undefined || unshare === undefined) return undefined;
  const own = needsUsers ? [unshare, "--user", "--map-root-user", "--"] : [];
  const [command, ...words] = [...own, program.path, ...profile];
  const holder = spawn(command!, words, { stdio: ["pipe", "ignore", "ignore", "pipe"], env: {}, cwd: "/" });
  const pid = await pidOf(holder);
  if (pid === undefined) {
    holder.kill("SIGKILL");
    return undefined;
  }
  unref(holder);
  const enter = [
    nsenter,
    ...(needsUsers ? ["--user", "--preserve-credentials"] : []),
    ...["--net", `--target=${pid}`, "--"],
  ];
  const users = needsUsers
    ? ["--unshare-user", "--uid", String(process.getuid?.()), "--gid", String(process.getgid?.())]
    : [];
  const isOpen = () => holder.exitCode === null && holder.signalCode === null;
  const network: SandboxNetwork = {
    get isOpen() {
      return isOpen();
    },
    listens: (port) => ["tcp", "tcp6"].some((table) => hasListener(`/proc/${pid}/net/${table}`, port)),
    connect: (port) => connectInside(enter, port),
    async [Symbol.asyncDispose]() {
      if (!isOpen()) return;
      holder.ref();
      const ended = once(holder, "exit");
      holder.kill("SIGKILL");
      await ended;
    },
  };
  joined.set(network, () => (isOpen() ? { enter, users } : undefined));
  return network;
}

/** The process in the network, which bubblewrap tells when it is made. */
async function pidOf(holder: ChildProcess): Promise<number | undefined> {
  let text = "";
  try {
    for await (const chunk of holder.stdio[3] as Readable) {
      text += chunk;
      const [, pid] = /"child-pid": (\d+)/.exec(text) ?? [];
      if (pid !== undefined && text.includes("}")) return Number(pid);
    }
  } catch {
    return undefined;
  }
  return undefined;
}

/** It must not keep this process running. */
function unref(holder: ChildProcess): void {
  holder.on("error", () => {});
  holder.unref();
  for (const stream of holder.stdio) if (stream && "unref" in stream) (stream as { unref(): void }).unref();
}

const listening = "0A";

function hasListener(table: string, port: number): boolean {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  try {
    return readFileSync(table, "utf8")
      .split("\n")
      .some((line) => {
        const [, local = "", , state] = line.trim().split(/\s+/);
        return state === listening && local.endsWith(wanted);
      });
  } catch {
    return false;
  }
}

const relay = `const net = require("node:net");
const port = Number(process.argv[1]);
const join = (host, next) => {
  const socket = net.connect({ port, host, allowHalfOpen: true });
  socket.once("connect", () => { process.stdin.pipe(socket); socket.pipe(process.stdout, { end: false }); });
  socket.once("end", () => process.stdout.write("", () => process.exit(0)));
  socket.on("error", () => (socket.connecting || socket.pending) && next ? next() : process.exit(1));
};
join("127.0.0.1", () => join("::1"));`;

/** A program of ours in the network, that connects and passes on what it is given. */
function connectInside(enter: readonly string[], port: number): Duplex {
  const [command, ...words] = [...enter, process.execPath, "-e", relay, String(port)];
  const child = spawn(command!, words, { stdio: ["pipe", "pipe", "ignore"], env: {}, cwd: "/" });
  const stream = new Duplex({
    read: () => void child.stdout.resume(),
    write: (chunk, _, done) => void child.stdin.write(chunk, done),
    final: (done) => void child.stdin.end(done),
    destroy(error, done) {
      child.kill("SIGKILL");
      done(error);
    },
  });
  child.stdin.on("error", () => {}); // The exit event reports it.
  child.stdout
    .on("data", (chunk) => {
      if (!stream.push(chunk)) child.stdout.pause();
    })
    .on("end", () => stream.push(null));
  child.on("error", (error) => stream.destroy(error));
  child.on("exit", (code) => {
    if (code !== 0) stream.destroy(Object.assign(new Error("It was refused or failed."), { code: "ECONNREFUSED" }));
  });
  return stream;
}
