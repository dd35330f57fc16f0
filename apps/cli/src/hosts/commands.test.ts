import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../fixtures/command.fixture.ts";
import { type Call, makeProject, type Outcome, type Project } from "./host.fixture.ts";
import { hosts } from "./hosts.fixture.ts";

/** What no host could take back without a record of changes, and what its result must tell. */
const rows: readonly { readonly command: string; readonly tells?: string }[] = [
  { command: "python3 -c \"import shutil;shutil.rmtree('src')\"" },
  { command: "> src/config.ts", tells: "Replaced without being read in this session" },
  { command: "make -sf - <<< $'all:\\n\\t@rm -rf src .env'" },
];

function fill({ put }: Project): void {
  put("src/config.ts", "export const a = 1;\n");
  put("src/run.sh", "#!/bin/sh\n", 0o755);
  put(".env", "TOKEN=1\n");
}

/** Names, permissions and contents below the root. */
const treeOf = ({ root }: Project): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const stat = statSync(join(root, name));
      const mode = (stat.mode & 0o777).toString(8);
      return `${name} ${mode} ${stat.isFile() ? readFileSync(join(root, name), "utf8") : ""}`;
    });

/** Serves a text, and leaves its port in a file; and what asks it. */
const serving = `node -e 'const s=require("http").createServer((_,r)=>r.end("served")).listen(0,"127.0.0.1",()=>require("fs").writeFileSync("port",String(s.address().port)))'`;
const asking = "until [ -s port ]; do sleep 0.05; done; curl -sS 127.0.0.1:$(cat port)";

/** What this machine is called by others: its loopback stays closed. */
const here = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === "IPv4" && !each.internal)?.address;
const alone = here === undefined ? " (skipped: this machine is in no network)" : "";

describe.each(hosts)("$name", (host) => {
  // A call alone has a session alone.
  test.skipIf(!host.isOneSession)("reaches with one command what another one serves in the background", async () => {
    using project = makeProject();
    const [, asked] = await host.run(
      [
        ["bash", { command: serving, run_in_background: true }],
        ["bash", { command: asking }],
      ],
      { project, sandbox: true, answers: [true] },
    );
    expect(asked).toMatchObject({ code: "ok", text: expect.stringContaining("served") });
  });

  test("takes back what commands did in ways that their text does not show", async () => {
    using project = makeProject();
    fill(project);
    const before = treeOf(project);
    const setting = { project, sandbox: true, answers: [true] };
    const runs = rows.map(({ command }): Call => ["bash", { command }]);
    const outcomes: Outcome[] = [];
    if (host.isOneSession) {
      const all = await host.run(
        runs.flatMap((call) => [call, ["undo", {}]]),
        setting,
      );
      for (const { text } of all.filter((_, i) => i % 2 === 1)) expect(text).toContain("Undid u");
      outcomes.push(...all.filter((_, i) => i % 2 === 0));
    } else {
      for (const call of runs) {
        outcomes.push(...(await host.run([call], setting)));
        const undone = await runCommand(["undo", "--yes"], { cwd: project.root, env: project.env });
        expect(undone.out).toContain("Undid u");
      }
    }
    expect(outcomes.map(({ code }) => code)).toEqual(rows.map(() => "ok"));
    expect(treeOf(project)).toEqual(before);
    for (const [i, { tells = "" }] of rows.entries()) expect(outcomes[i]?.text).toContain(tells);
  });

  // The reason is in the name.
  test.skipIf(alone)(`reaches the network once a person agreed, and not before${alone}`, async () => {
    using project = makeProject();
    await using server = createServer((_, response) => response.end("reached"));
    await once(server.listen(0, here), "listening");
    const command = `curl -sS http://${here}:${(server.address() as AddressInfo).port}`;
    const call: Call = ["bash", { command, permissions: ["network"] }];
    const [closed, open] = await host.run([["bash", { command }], call], { project, sandbox: true, answers: [true] });
    expect(closed?.text).not.toContain("reached");
    expect(open).toMatchObject({ code: "ok", text: expect.stringContaining("reached") });
    const [declined] = await host.run([call], { project, sandbox: true, answers: [false] });
    expect(declined?.code).toMatch(/denied|declined/);
  });

  test("takes files that can run code back when a command creates them, unless a person agrees", async () => {
    using project = makeProject();
    fill(project);
    const code = "import os; n = '.vs' + 'code'; os.mkdir(n); open(n + '/settings.json', 'w').write('{}')";
    const command = `python3 -c "${code}"`;
    const settings = join(project.root, ".vscode/settings.json");
    const [taken] = await host.run([["bash", { command }]], { project, sandbox: true, answers: [false] });
    expect(taken).toMatchObject({ code: "ok", text: expect.stringContaining("taken out of their place") });
    expect(existsSync(settings)).toBe(false);
    // The user cannot be asked while the command runs where questions come ahead of a call.
    if (!host.answersEach || host.asksAhead) return;
    await host.run([["bash", { command }]], { project, sandbox: true, answers: [true] });
    expect(readFileSync(settings, "utf8")).toBe("{}");
  });

  test("judges a file that was not read alike, whether a tool or a command replaces it", async () => {
    using project = makeProject();
    fill(project);
    const path = "src/config.ts";
    const outcomes = await host.run(
      [
        ["write_file", { path, content: "b\n" }],
        ["write_file", { path, content: "b\n", overwrite: true }],
        ["bash", { command: "echo c > src/run.sh" }],
      ],
      { project, sandbox: true, answers: [true] },
    );
    expect(outcomes.map(({ code }) => code)).toEqual(["not_read", "ok", "ok"]);
    for (const { text } of outcomes.slice(1)) expect(text).toContain("Replaced without being read");
  });
});
