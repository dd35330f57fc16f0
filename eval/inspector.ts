import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EvalRows } from "./lib/corpus.ts";

export const about =
  "The MCP Inspector against holdall serve: tools/list with --strict, and every method it has, in both eras";

/** Pinned, so that a change of a row is a change here. */
const inspector = "@modelcontextprotocol/inspector@2.12.0";
const eras = ["legacy", "modern"] as const;
const presets = ["coding", "office", "research"];
const dialects = ["snake", "camel", "claude"];
const holdall = [process.execPath, join(import.meta.dirname, "../apps/cli/src/main.ts")];

interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

export async function* rows(): EvalRows {
  const folder = mkdtempSync(join(tmpdir(), "holdall-inspector-"));
  const root = join(folder, "root");
  const skill = join(root, ".agents/skills/hello");
  mkdirSync(skill, { recursive: true });
  writeFileSync(join(skill, "SKILL.md"), "---\nname: hello\ndescription: Say hello politely.\n---\nSay hello.\n");
  writeFileSync(join(root, "a.txt"), "one\n");
  try {
    writeFileSync(join(folder, "package.json"), '{"private":true}\n');
    const options = ["--no-audit", "--no-fund", "--ignore-scripts"];
    execFileSync("npm", ["install", ...options, inspector], { cwd: folder, stdio: "ignore" });
    const program = join(folder, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, "config") };
    const inspect = (args: readonly string[], server: readonly string[]): Promise<Ran> =>
      new Promise((resolve) => {
        const words = [program, "--cli", "--format", "json", ...args, ...server];
        execFile(process.execPath, words, { cwd: folder, env, maxBuffer: 1e8 }, (error, output, errors) =>
          resolve({ code: error === null ? 0 : Number(error.code ?? 1), output, errors }),
        );
      });

    for (const era of eras) {
      const found = { tools: 0, accepted: 0, runs: 0, inputs: 0, outputs: 0 };
      for (const preset of presets) {
        for (const dialect of dialects) {
          const server = [...serve(root), "--preset", preset, "--dialect", dialect, "--defer", "none"];
          const strict = ["--method", "tools/list", "--strict", "--advertise-apps", "--protocol-era", era];
          const { code, output, errors } = await inspect(strict, server);
          found.runs++;
          found.outputs += errors.match(/^ +Path: outputSchema/gm)?.length ?? 0;
          found.inputs += errors.match(/^ +Path: (?!outputSchema)/gm)?.length ?? 0;
          if (code === 0) {
            found.accepted++;
            found.tools += JSON.parse(output).result.tools.length;
          } else console.error(`${era}, ${preset}, ${dialect}: exit ${code}\n${errors.slice(0, 2000)}`);
        }
      }
      const { tools, accepted, runs, inputs, outputs } = found;
      const what = `${era}: lists of ${presets.length} presets in ${dialects.length} dialects that --strict accepts; ${tools} tools`;
      yield { what, value: accepted, of: runs, least: runs };
      yield { what: `${era}: what --strict warns of in inputs`, value: inputs, most: 0 };
      yield { what: `${era}: what it warns of in outputs: any JSON value, or null`, value: outputs };

      let answered = 0;
      const methods = methodsFor(root, era);
      for (const [args, expected] of methods) {
        const { code, output, errors } = await inspect([...args, "--protocol-era", era], serve(root));
        if (expected.test(output + errors)) answered++;
        else console.error(`${era}, ${args.join(" ")}: exit ${code}\n${(output + errors).slice(0, 1000)}`);
      }
      yield {
        what: `${era}: requests of other methods, answered as they should be`,
        value: answered,
        of: methods.length,
        least: methods.length,
      };
    }

    await using server = await serveOverHttp(root);
    let [answered, asked] = [0, 0];
    for (const era of eras) {
      for (const [token, expected] of [
        ["right", /"name": ?"read_file"/],
        ["wrong", /401|auth/i],
      ] as const) {
        const header = ["--header", `Authorization: Bearer ${token}`, "--stored-auth-only", "--protocol-era", era];
        const { code, output, errors } = await inspect(
          ["--server-url", server.url, "--method", "tools/list", "--strict", ...header],
          [],
        );
        asked++;
        if (expected.test(output + errors) && (code === 0) === (token === "right")) answered++;
        else console.error(`${era}, HTTP, ${token} token: exit ${code}\n${(output + errors).slice(0, 1000)}`);
      }
    }
    yield {
      what: "tools/list over HTTP in both eras, with the right and a wrong token",
      value: answered,
      of: asked,
      least: asked,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const serve = (root: string): string[] => [...holdall, "serve", "--root", root, "--yes"];

/** Requests of the methods that the Inspector has, and what its output holds. */
function methodsFor(root: string, era: (typeof eras)[number]): readonly (readonly [readonly string[], RegExp])[] {
  const call = (name: string, input: object) => [
    "--method",
    "tools/call",
    "--tool-name",
    name,
    "--tool-args-json",
    JSON.stringify(input),
  ];
  return [
    [call("read_file", { path: "a.txt" }), /1 {2}one/],
    [call("write_file", { path: `${era}.txt`, content: "x" }), /structuredContent/],
    [call("edit_file", { path: `${era}.txt`, old_string: "x", new_string: "y" }), /"code": ?"not_read"/],
    [call("todo_write", { todos: [{ content: "Sweep", status: "pending" }] }), /"structuredContent": ?\{ ?"todos"/],
    [call("bash", { command: "echo from-bash" }), /from-bash/],
    [call("read_file", { path: "none.txt" }), /"isError": ?true/],
    [call("read_file", {}), /"isError": ?true/],
    [call("no_such_tool", {}), /no_such_tool/],
    [["--method", "resources/list"], /todos:\/\/list/],
    [["--method", "resources/templates/list"], /file:\/\/\/\{\+path\}/],
    [["--method", "resources/read", "--uri", `file://${root}/a.txt`], /"text": ?"one\\n"/],
    [["--method", "resources/read", "--uri", `file://${root}/none.txt`], /none\.txt/],
    [["--method", "prompts/list"], /"name": ?"hello"/],
    [["--method", "prompts/get", "--prompt-args", "request=now", "--prompt-name", "hello"], /Say hello\./],
    [
      ["--method", "tools/call", "--tool-name", "edit_file", "--app-info", "--advertise-apps"],
      /ui:\/\/holdall\/call\.html/,
    ],
    // Logging is offered to clients of 2025 alone.
    [["--method", "logging/setLevel", "--log-level", "info"], era === "legacy" ? /\{\}/ : /does not support logging/],
  ];
}

/** `holdall serve --http` with a token. */
async function serveOverHttp(root: string): Promise<AsyncDisposable & { readonly url: string }> {
  const [command = "", ...args] = serve(root);
  const child: ChildProcess = spawn(command, [...args, "--http", "0"], {
    env: { ...process.env, HOLDALL_TOKEN: "right" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stderr?.on("data", (chunk) => {
      said += chunk;
      const found = /serving MCP at (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error(said)));
  });
  return {
    url,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
    },
  };
}
