import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Ran, runCommand } from "../fixtures/command.fixture.ts";

/** Folders of a person: their configuration, and a project with what may be somebody else's. */
export interface Place extends Disposable {
  readonly folder: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  write(file: string, text: string): void;
  holdall(argv: readonly string[], input?: string): Promise<Ran>;
}

export function makePlace(): Place {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "holdall-extensions-"));
  const project = join(folder, "project");
  mkdirSync(project);
  const env = {
    ...process.env,
    HOME: join(folder, "home"),
    USERPROFILE: join(folder, "home"),
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_STATE_HOME: join(folder, "state"),
  };
  const place: Place = {
    folder,
    project,
    env,
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    holdall: (argv, input = "") => runCommand(argv, { cwd: project, env, input }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
  return place;
}

/** An extension with two tools and a backend. It imports one file, and leaves a trace where it runs. */
export function writeWeather(place: Place, at: string, { words = "Rain in" } = {}): void {
  place.write(
    `${at}/weather.ts`,
    `import { appendFileSync } from "node:fs";
import { defineTool } from "@holdall/tool-core";
import { defineExtension } from "@holdall/tool-kit/extension";
import * as z from "zod";
import { oneFile } from "./_one-file.ts";
import { words } from "./_words.ts";

appendFileSync(${JSON.stringify(join(place.folder, "ran.txt"))}, "ran\\n");

const getWeather = defineTool({
  name: "get_weather",
  category: "weather",
  description: "Get the weather of a city.",
  examples: ["is it raining in Oslo"],
  input: z.object({ city: z.string() }),
  hints: { readOnly: true, openWorld: false },
  execute: ({ city }) => \`\${words} \${city}\`,
});

const sendReport = defineTool({
  name: "send_report",
  category: "weather",
  description: "Report the weather of a city.",
  input: z.object({ city: z.string() }),
  access: ({ city }) => [{ action: "network", target: \`https://weather.example/\${city}\` }],
  execute: ({ city }): string => \`Reported \${city}\`,
});

export const weather = defineExtension({
  name: "weather",
  permissions: [{ actions: ["network"], under: "https://weather.example" }],
  tools: [getWeather, sendReport],
  backends: { notes: ({ address }) => oneFile(address) },
});
`,
  );
  place.write(`${at}/_words.ts`, `export const words: string = ${JSON.stringify(words)};\n`);
  place.write(
    `${at}/_one-file.ts`,
    `import type { Backend } from "@holdall/tool-core";
import { notFound } from "@holdall/tool-kit/backends";

/** A storage that is one file. */
export function oneFile(text: string): Backend {
  const bytes = new TextEncoder().encode(text);
  const stat = async (path: string) =>
    path === "/" ? { kind: "directory", size: 0 } : path === "/note.txt" ? { kind: "file", size: bytes.length } : null;
  return {
    name: "notes",
    can: { write: false, compareAndSwap: false, emptyDirectories: false, caseSensitive: true },
    stat,
    async read(path: string) {
      if (path !== "/note.txt") throw notFound(path as never);
      return { bytes, version: "1", size: bytes.length };
    },
    async write() {
      throw new Error("read-only");
    },
    async remove() {
      throw new Error("read-only");
    },
    async *list() {
      yield { path: "/note.txt", kind: "file", size: bytes.length };
    },
  } as unknown as Backend;
}
`,
  );
}

/** A call as words of the command line. */
export const call = (tool: string, input: object = {}): string[] => ["call", tool, JSON.stringify(input)];
