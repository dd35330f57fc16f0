import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { toPath } from "@holdall/tool-core";
import { expect, onTestFinished, test } from "vitest";

function folder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdall-tools-fs-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

/** Run a program that has a session with file tools, `call(tool, input)`, in another process. */
function run(root: string, program: string) {
  const code = `
    import { nodeBackend } from ${JSON.stringify(import.meta.resolve("@holdall/backends-node"))};
    import { allow, createRegistry, openSession } from ${JSON.stringify(import.meta.resolve("@holdall/tool-core"))};
    import { fsTools } from ${JSON.stringify(import.meta.resolve("../../fs-tools.ts"))};
    const backend = nodeBackend({ roots: ${JSON.stringify(root)} });
    const session = openSession(createRegistry(fsTools({ backend })), { policy: allow(), cwd: ${JSON.stringify(root)} });
    const call = async (tool, input) => {
      for (;;) {
        const result = await session.call(tool, input);
        if (result.ok) return;
        if (result.error.code !== "stale") throw result.error;
        await session.call("read_file", { path: input.path ?? "f" });
      }
    };
    ${program}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test("of 8 edits from each of 4 processes none is lost", { timeout: 30_000 }, async () => {
  const root = folder();
  const lines = Array.from({ length: 32 }, (_, i) => `line ${i}: old`);
  writeFileSync(join(root, "f"), `${lines.join("\n")}\n`);
  const children = [0, 1, 2, 3].map((n) =>
    run(
      root,
      `await call("read_file", { path: "f" });
      for (let i = ${n}; i < 32; i += 4) {
        const [old_string, new_string] = ["line " + i + ": old", "line " + i + ": new"];
        if (i % 3 === 0) await call("edit_file", { path: "f", old_string, new_string });
        else if (i % 3 === 1) await call("multi_edit", { path: "f", edits: [{ old_string, new_string }] });
        else await call("apply_patch", { patch: "*** Begin Patch\\n*** Update File: f\\n@@\\n-" + old_string + "\\n+" + new_string + "\\n*** End Patch" });
      }`,
    ),
  );
  const exits = await Promise.all(children.map((child) => once(child, "exit")));
  expect(exits.map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(join(root, "f"), "utf8")).toBe(`${lines.map((line) => line.replace("old", "new")).join("\n")}\n`);
  expect(readdirSync(root)).toEqual(["f"]);
});

/** 5,000 of them: `HOLDALL_KILLED=5000 vitest run --project tools-fs processes`. */
const operations = Number(process.env.HOLDALL_KILLED ?? 100);

test(`killed at any moment of ${operations} writes and patches, a process loses no file, tears none, and its leftovers go`, {
  timeout: 60_000 + operations * 100,
}, async () => {
  const root = folder();
  const text = (n: number) => `${`${n} `.repeat(5_000)}\n`;
  for (const name of ["a", "b", "w"]) writeFileSync(join(root, name), text(0));
  const program = `
    const row = (n) => (n + " ").repeat(5000);
    const textOf = async (path) => new TextDecoder().decode((await backend.read(${JSON.stringify(root)} + "/" + path)).bytes);
    const hunk = async (path, n) => ["@@", "-" + (await textOf(path)).trimEnd() + " ", "+" + row(n)];
    for (let n = 1; ; n++) {
      await call("read_file", { path: "w" });
      await call("write_file", { path: "w", content: row(n) + "\\n" });
      const patch = ["*** Begin Patch", "*** Update File: a", ...(await hunk("a", n)), "*** Update File: b", "*** Move to: c", ...(await hunk("b", n)), "*** End Patch"];
      await call("apply_patch", { patch: patch.join("\\n") });
      await call("move_file", { from: "c", to: "b" });
      process.stdout.write("...");
    }`;
  let done = 0;
  for (let round = 0; done < operations; round++) {
    const child = run(root, program);
    const until = done + 45 + (round % 7);
    for await (const data of child.stdout) {
      done += (data as Buffer).length;
      if (done >= until) break;
    }
    child.kill("SIGKILL");
    await once(child, "exit");
    const names = readdirSync(root).filter((name) => !name.startsWith(".holdall-"));
    expect(names).toEqual(expect.arrayContaining(["a", "w"]));
    expect(names.includes("b") || names.includes("c"), "the file that moves").toBe(true);
    for (const name of names) {
      const words = readFileSync(join(root, name), "utf8").trim().split(" ");
      expect([new Set(words).size, words.length], name).toEqual([1, 5_000]);
    }
    rmSync(join(root, "c"), { force: true });
    const next = nodeBackend({ roots: root });
    await next.write(toPath(join(root, "b")), new TextEncoder().encode(text(0)));
    expect(readdirSync(root).sort()).toEqual(["a", "b", "w"]);
  }
});
