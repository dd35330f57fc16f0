import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { ToolError } from "@holdall/tool-core";
import { findBash, ownPath } from "../process/find-bash.ts";
import { brokerScript } from "./broker-script.ts";

/** The broker's events about one program. */
export interface Listener {
  made(): void;
  started(pid: number): void;
  ended(status: number): void;
  failed(error: ToolError): void;
}

export interface Broker {
  readonly isAlive: boolean;
  /** Start a program; the listener gets its events by the id. */
  start(id: string, fields: readonly string[], listener: Listener): void;
}

let current: Broker | undefined;

/** The broker of this process, and whether it is new because the one before had died. Throws `unavailable` where there is no bash. */
export function liveBroker(): { readonly broker: Broker; readonly isReplaced: boolean } {
  const isReplaced = current?.isAlive === false;
  if (!current?.isAlive) current = startOne();
  return { broker: current, isReplaced };
}

/** Start the process that starts processes while this one is still small: later that costs as much as the memory is large. */
export function startBroker(): void {
  liveBroker();
}

function startOne(): Broker {
  const listeners = new Map<string, Listener>();
  const child = spawn(findBash(), ["--noprofile", "--norc", "-c", brokerScript], {
    // Programs can read the environment of those they descend from.
    env: { PATH: ownPath(process.env.PATH) },
    cwd: "/",
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const input = child.stdin as Socket;
  const output = child.stdout as Socket;
  let isAlive = true;

  const die = () => {
    isAlive = false;
    const error = new ToolError("unavailable", "The process that starts commands has ended.", {
      hint: "Call again; it is restarted automatically.",
    });
    for (const { failed } of listeners.values()) failed(error);
  };
  child.on("error", die).on("exit", die);
  input.on("error", die);
  createInterface({ input: output }).on("line", (line) => {
    const [event, id = "", value] = line.split(" ");
    const listener = listeners.get(id);
    if (event === "made") listener?.made();
    else if (event === "started") listener?.started(Number(value));
    else if (event === "ended") {
      listeners.delete(id);
      listener?.ended(Number(value));
    } else if (event === "failed") {
      listeners.delete(id);
      listener?.failed(
        new ToolError("unavailable", "The pipes of a command could not be created.", { hint: "Retry once." }),
      );
    }
  });
  // A pending command has a timer; an idle shell must not keep the host alive.
  for (const handle of [child, input, output]) handle.unref();

  return {
    get isAlive() {
      return isAlive;
    },
    start(id, fields, listener) {
      listeners.set(id, listener);
      input.write([id, ...fields].map((field) => `${field}\0`).join(""));
    },
  };
}
