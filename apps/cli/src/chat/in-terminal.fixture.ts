import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command } from "../fixtures/command.fixture.ts";

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

/** A test in a terminal of its own; skipped where there is none. */
// A terminal to talk in is made by util-linux.
export const inTerminal = test.skipIf(!hasScript);

interface Opened {
  /** Holds the folders `project`, `config` and `state`. */
  readonly folder: string;
  readonly url: string;
  readonly args?: readonly string[];
}

export interface OpenedChat {
  readonly child: ChildProcess;
  /** All that was written. */
  screen(): string;
  readonly ended: Promise<unknown[]>;
  /** Wait until something new is on the screen, then type. */
  type(seen: RegExp, keys: string): Promise<void>;
}

/** `holdall chat` in a terminal of its own. */
export function openInTerminal({ folder, url, args = [] }: Opened): OpenedChat {
  const words = [process.execPath, command, "chat", "--model", "stub", "--base-url", url, ...args];
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const home = { XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state"), TERM: "xterm" };
  const line = words.map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qefc", `stty cols 80; exec ${line}`, "/dev/null"], {
    cwd: join(folder, "project"),
    env: { ...env, ...home, SHELL: "/bin/sh" },
  });
  let screen = "";
  let from = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    screen += chunk;
  });
  return {
    child,
    screen: () => screen,
    ended: once(child, "close"),
    async type(seen, keys) {
      await expect.poll(() => screen.slice(from), { timeout: 8_000 }).toMatch(seen);
      from = screen.length;
      child.stdin.write(keys);
    },
  };
}
