import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { vi } from "vitest";
import { givenIo } from "../fixtures/given-io.fixture.ts";
import { runHoldall } from "../run-holdall.ts";
import type { OpenedChat, Opening } from "./screen/in-terminal.fixture.ts";
import { followScreen, newView, rows } from "./screen/screen.fixture.ts";

/** `holdall chat` in this process, on what looks like a terminal to it: keys come one by one, and what is written is drawn. */
export function openChat({ folder, url, args = [], columns = 80, view = newView(columns) }: Opening): OpenedChat {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const home = { XDG_CONFIG_HOME: join(folder, "config"), XDG_STATE_HOME: join(folder, "state"), TERM: "xterm" };
  vi.stubEnv("TERM", home.TERM); // Node's line editor looks there itself
  const { show, ...screen } = followScreen(view);
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} });
  const stdout = Object.assign(
    new Writable({
      decodeStrings: false,
      write(chunk: string | Buffer, _encoding, done) {
        show(String(chunk).replaceAll("\n", "\r\n")); // as a terminal does
        done();
      },
    }),
    { isTTY: true, columns, rows },
  );
  const io = givenIo({ cwd: join(folder, "project"), env: { ...env, ...home }, stdin, stdout });
  const ended = Promise.race([runHoldall(["chat", "--model", "stub", "--base-url", url, ...args], io), io.exited]).then(
    (code) => [code],
  );
  return {
    kill: () => void stdin.end(),
    view,
    ...screen,
    ended,
    async type(seen, keys) {
      await screen.sees(seen);
      stdin.write(keys);
    },
    press: (keys) => void stdin.write(keys),
    resize(width) {
      stdout.columns = width;
      view.resize(width, rows);
      stdout.emit("resize");
    },
  };
}
