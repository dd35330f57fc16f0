import type { Screen } from "../render/screen.ts";
import { styleFor } from "../render/style.ts";
import { columns, wrap } from "../render/text.ts";
import type { TestRun } from "./run-tests.ts";

/** What the demo writes around the calls. */
export interface Show {
  title(text: string, about: string): void;
  lines(lines: readonly string[]): void;
  agent(text: string): void;
  testRun(run: TestRun): void;
  summary(rows: readonly (readonly [string, string])[]): void;
}

/** Write the demo's frame on a screen. */
export function createShow(screen: Screen, write: (text: string) => void): Show {
  const style = styleFor(screen);
  const put = (...lines: readonly string[]) => write(`${lines.join("\n")}\n`);
  return {
    title: (text, about) =>
      put("", `  ${style.bold(text)}`, ...wrap(about, screen.width - 4).map((line) => `  ${style.dim(line)}`)),
    lines: (lines) => put(...lines),
    agent(text) {
      const [first = "", ...rest] = wrap(text, screen.width - 4);
      put("", `${style.cyan("▍")} ${first}`, ...rest.map((line) => `${style.cyan("▍")} ${line}`));
    },
    testRun({ passed, failed, output }) {
      const verdict =
        failed === 0 ? style.green(`✓ ${passed} passed`) : `${style.red(`✗ ${failed} failed`)}, ${passed} passed`;
      put("", `  ${style.bold("$ node --test")}   ${verdict}`);
      for (const line of failures(output)) put(`      ${line}`);
    },
    summary(rows) {
      const width = Math.max(...rows.map(([name]) => columns(name)));
      put(
        "",
        style.dim("─".repeat(screen.width)),
        ...rows.map(([name, text]) => `  ${style.dim(name.padEnd(width))}  ${text}`),
        "",
      );
    },
  };
}

/** Name and reason of each failing test. */
function failures(output: string): string[] {
  const names = [...output.matchAll(/^test at (\S+)\n✖ (.+) \(/gm)].map(([, place, name]) => `${name}  (${place})`);
  const reason = /^\s+(\S+ !== \S+)$/m.exec(output)?.[1];
  return reason ? [...names, reason] : names;
}
