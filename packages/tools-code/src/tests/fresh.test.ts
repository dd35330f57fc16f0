import { mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { overlay } from "@holdall/backends-compose";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { allow, deny, firstOf, toPath } from "@holdall/tool-core";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openCode, shop } from "./_code.fixture.ts";

const disk = realpathSync(mkdtempSync(join(tmpdir(), "holdall-code-")));
afterAll(() => rmSync(disk, { recursive: true, force: true }));

test("a file that was written, replaced or removed behind the session's back is seen at once", async () => {
  const { paths, put, remove } = openCode();
  expect(await paths("refund money")).toEqual([]);
  await put("/src/refund.ts", "export function refundMoney() {}\n");
  expect(await paths("refund money")).toEqual(["/src/refund.ts"]);
  await put("/src/refund.ts", "export function chargeAgain() {}\n");
  expect(await paths("money")).toEqual([]);
  await remove("/src/refund.ts");
  expect(await paths("chargeAgain")).toEqual([]);
});

test("on disk: a change of the same size at the same time, a rename, a folder moved away", async () => {
  const root = join(disk, "same");
  await mkdir(join(root, "lib"), { recursive: true });
  const { paths } = openCode({ backend: nodeBackend({ roots: root }), session: { cwd: toPath(root) } });
  const at = join(root, "lib/a.ts");
  const now = new Date();
  writeFileSync(at, "export const apple = 1;\n");
  utimesSync(at, now, now);
  expect(await paths("apple")).toEqual([at]);
  writeFileSync(at, "export const peach = 1;\n");
  utimesSync(at, now, now);
  expect(await paths("apple")).toEqual([]);
  expect(await paths("peach")).toEqual([at]);
  renameSync(join(root, "lib"), join(root, "old"));
  expect(await paths("peach")).toEqual([join(root, "old/a.ts")]);
});

const words = ["session", "invoice", "parseDate", "user_name"] as const;
const name = fc.integer({ min: 0, max: 7 }).map((i) => `/src/dir${i % 3}/f${i}.ts`);
const change = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), path: name, word: fc.constantFrom(...words) }),
  fc.record({ kind: fc.constant("remove" as const), path: name }),
  fc.record({ kind: fc.constant("ignore" as const), path: name }),
);

test.each(["memory", "an overlay", "disk"] as const)(
  "%s: after any changes an old session answers as a new one",
  async (kind) => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 4 }), async (rounds) => {
        const root = kind === "disk" ? join(disk, `any${count++}`) : "";
        if (root !== "") await mkdir(root);
        const made = kind === "disk" ? nodeBackend({ roots: root }) : memoryBackend();
        const backend = kind === "an overlay" ? overlay(made) : made;
        const session = { cwd: toPath(root || "/") };
        const old = openCode({ backend, session });
        for (const round of rounds) {
          for (const one of round) {
            if (one.kind === "put") await old.put(`${root}${one.path}`, `export function ${one.word}() {}\n`);
            else if (one.kind === "ignore") await old.put(`${root}/.gitignore`, `${one.path.slice(5)}\n`);
            else await old.remove(`${root}${one.path}`).catch(() => {});
          }
          for (const word of words) {
            // A view of its own, so that nothing is known of it.
            const fresh = openCode({ backend: { ...backend }, session });
            expect((await old.paths(word)).sort()).toEqual((await fresh.paths(word)).sort());
          }
        }
      }),
      { numRuns: kind === "disk" ? 6 : 15, seed: 22 },
    );
  },
);

test("files that may not be read appear nowhere, also after another session indexed them", async () => {
  const backend = memoryBackend({
    files: { ...shop, "/secret/cart.ts": `${shop["/src/cart.ts"]}${shop["/src/cart.ts"]}` },
  });
  const open = openCode({ backend });
  expect(await open.paths("cart")).toContain("/secret/cart.ts");
  const policy = firstOf(deny({ under: "/secret" }), allow());
  const closed = openCode({ backend, session: { policy } });
  const alone = openCode({ session: {} });
  const { left_out, ...rest } = await closed.search("cart");
  const { left_out: none, ...expected } = await alone.search("cart");
  expect([left_out, none]).toEqual([{ not_permitted: 1 }, undefined]);
  expect(rest).toEqual(expected);
  expect(JSON.stringify(rest)).not.toContain("secret");
  expect(await open.paths("cart")).toContain("/secret/cart.ts");
});

test("a file that takes a person's yes is left out", async () => {
  const policy = firstOf(
    ({ access }) => (access?.target.startsWith("/docs") ? { effect: "ask", prompt: "?" } : undefined),
    allow(),
  );
  expect(await openCode({ session: { policy } }).paths("cart")).not.toContain("/docs/cart.md");
});

test("a link leads nowhere: neither out of the roots nor to what may not be read", async () => {
  const root = join(disk, "links");
  await mkdir(join(root, "src"), { recursive: true });
  await mkdir(join(root, "secret"), { recursive: true });
  writeFileSync(join(root, "secret/key.ts"), "export const needle = 1;\n");
  symlinkSync("../secret", join(root, "src/way"));
  const policy = firstOf(deny({ under: join(root, "secret") }), allow());
  const { paths, session } = openCode({
    backend: nodeBackend({ roots: root }),
    session: { cwd: toPath(root), policy },
  });
  expect(await paths("needle")).toEqual([]);
  const asked = await session.call("codebase_search", { query: "needle", paths: ["src/way"] });
  expect(asked).toMatchObject({ ok: false, error: { code: "permission_denied" } });
});

test("a call that is cancelled leaves an index that answers the next one", async () => {
  const { session, paths } = openCode();
  const cancel = new AbortController();
  const asked = session.call("codebase_search", { query: "cart" }, { signal: cancel.signal });
  cancel.abort();
  expect(await asked).toMatchObject({ ok: false, error: { code: "aborted" } });
  expect((await paths("cart"))[0]).toBe("/src/cart.ts");
});
