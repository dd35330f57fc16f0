import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Terminal as View } from "@xterm/headless";
import { test } from "vitest";
import { command } from "../../fixtures/command.fixture.ts";
import { followScreen, newView, rows } from "./screen.fixture.ts";

const hasScript = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

/** A test in a terminal of its own; skipped where there is none. */
// A terminal to talk in is made by util-linux.
export const inTerminal = test.skipIf(!hasScript);

export interface Opening {
  /** Holds the folders `project`, `config` and `state`. */
  readonly folder: string;
  readonly url: string;
  readonly args?: readonly string[];
  readonly columns?: number;
  /** What a former chat was drawn on, to go on below it. */
  readonly view?: View | undefined;
}

export interface OpenedChat {
  /** A terminal that has drawn all of it. */
  readonly view: View;
  /** All that was written. */
  screen(): string;
  readonly ended: Promise<unknown[]>;
  /** Wait until something new is on the screen, then type. */
  type(seen: RegExp, keys: string): Promise<void>;
  /** Wait until the lines of the terminal, as they are drawn now, look like this. */
  shows(lines: RegExp): Promise<void>;
  press(keys: string): void;
  /** End it at once. */
  kill(): void;
  /** Have another width from now on. */
  resize(columns: number): void;
}

interface TerminalChat extends OpenedChat {
  /** How it has left the terminal, as `stty -a` tells it. */
  modes(): string;
}

/** `holdall chat` in a terminal of its own. */
export function openInTerminal({ folder, url, args = [], columns = 80, view: former }: Opening): TerminalChat {
  const words = [process.execPath, command, "chat", "--model", "stub", "--base-url", url, ...args];
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const home = { XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state"), TERM: "xterm" };
  const line = words.map((word) => `'${word}'`).join(" ");
  const device = join(folder, "tty");
  const modes = join(folder, "modes");
  const before = `tty > '${device}'; stty cols ${columns} rows ${rows}`;
  const after = `code=$?; stty -a > '${modes}'; exit $code`;
  const child = spawn("script", ["-qefc", `${before}; ${line}; ${after}`, "/dev/null"], {
    cwd: join(folder, "project"),
    env: { ...env, ...home, SHELL: "/bin/sh" },
  });
  const view = former ?? newView(columns);
  const { show, ...screen } = followScreen(view);
  child.stdout.setEncoding("utf8").on("data", show);
  return {
    kill: () => void child.kill("SIGKILL"),
    view,
    ...screen,
    ended: once(child, "close"),
    async type(seen, keys) {
      await screen.sees(seen);
      child.stdin.write(keys);
    },
    press: (keys) => void child.stdin.write(keys),
    modes: () => readFileSync(modes, "utf8"),
    resize(width) {
      execFileSync("stty", ["-F", readFileSync(device, "utf8").trim(), "cols", String(width)]);
      view.resize(width, rows);
    },
  };
}
