import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
    import { fsTools } from ${JSON.stringify(import.meta.resolve("./fs-tools.ts"))};
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

test("a process killed while it patches loses no file and tears none", { timeout: 30_000 }, async () => {
  const root = folder();
  const text = (n: number) => `${`${n} `.repeat(5_000)}\n`;
  for (const name of ["a", "b"]) writeFileSync(join(root, name), text(0));
  for (let round = 0; round < 6; round++) {
    const child = run(
      root,
      `for (let n = 0; ; n++) {
        const name = (i) => "*** Update File: " + i;
        for (const path of ["a", "b"]) {
          const { bytes } = await backend.read(${JSON.stringify(root)} + "/" + path);
          const old = new TextDecoder().decode(bytes).trimEnd();
          globalThis[path] = ["-" + old, "+" + (n + " ").repeat(5000).trimEnd() + " "];
        }
        const rows = (lines) => ["@@", ...lines.map((line) => line.trimEnd() + (line[0] === "-" ? "" : " "))];
        await session.call("apply_patch", { patch: ["*** Begin Patch", name("a"), ...rows(a), name("b"), "*** Move to: c", ...rows(b), "*** End Patch"].join("\\n") });
        await session.call("move_file", { from: "c", to: "b" });
        process.stdout.write(".");
      }`,
    );
    let dots = 0;
    for await (const data of child.stdout) {
      dots += (data as Buffer).length;
      if (dots >= 4 + round) break;
    }
    child.kill("SIGKILL");
    await once(child, "exit");
    const names = readdirSync(root).filter((name) => !name.startsWith(".holdall-"));
    expect(names.filter((name) => name !== "c").length + Number(names.includes("c"))).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      const content = readFileSync(join(root, name), "utf8");
      expect(new Set(content.trim().split(" ")).size, name).toBe(1);
      expect(content.trim().split(" ")).toHaveLength(5_000);
    }
    if (names.includes("c")) {
      rmSync(join(root, "c"));
      writeFileSync(join(root, "b"), text(0));
    }
  }
});
