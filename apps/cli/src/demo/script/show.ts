import type { Screen } from "../../render/screen.ts";
import { styleFor } from "../../render/style.ts";
import { columns, wrap } from "../../render/text.ts";

/** What the demo writes around the calls. */
export interface Show {
  title(text: string, about: string): void;
  lines(lines: readonly string[]): void;
  agent(text: string): void;
  user(text: string): void;
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
    user: (text) => put("", `${style.bold("›")} ${style.bold(text)}`),
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
