import { createScrubber } from "@holdall/middleware";
import { toPath } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { play } from "./_memory.fixture.ts";
import { deletedNotes, noteLimits, openNotes, restoreDeletedNotes } from "./index.ts";

describe("secrets", () => {
  const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

  it("are not written: neither what the session hides, nor what looks like one to it", async () => {
    const { middleware } = createScrubber({ secrets: { DEPLOY_KEY: "hunter2hunter2" } });
    const { read, textOf } = play({ session: { use: [middleware] } });
    const said = await read("create", { path: "/memories/a", file_text: `key hunter2hunter2\nand ${token}\n` });
    expect(said).toMatch(/^File created successfully at: \/memories\/a\nSecrets were replaced/);
    expect(await textOf("/memories/a")).toMatch(/^key \[secret DEPLOY_KEY\]\nand \[secret [^\]]+\]\n$/);
    await read("insert", { path: "/memories/a", insert_line: 0, insert_text: token });
    await read("str_replace", { path: "/memories/a", old_str: "key", new_str: `hunter2hunter2` });
    expect(await textOf("/memories/a")).not.toMatch(/hunter2|ghp_/);
  });

  it("are taken out by the host's own scrub, too", async () => {
    const { read, textOf } = play({ scrub: (text) => text.split("4711").join("[number]") });
    await read("create", { path: "/memories/a", file_text: "It is 4711." });
    expect(await textOf("/memories/a")).toBe("It is [number].");
  });
});

describe("limits", () => {
  it("a note has 100 kB, counted in bytes", async () => {
    const { create, refusal } = play();
    await create("/memories/a", "é".repeat(noteLimits.note / 2));
    expect(await refusal("create", { path: "/memories/b", file_text: "é".repeat(noteLimits.note / 2 + 1) })).toMatch(
      "/memories/b would have 100002 bytes",
    );
    expect(await refusal("insert", { path: "/memories/a", insert_line: 0, insert_text: "x" })).toMatch("would have");
  });

  it("there are 200 notes of 2 MB together, and what is there can still be changed", async () => {
    const { create, refusal, read, backend } = play();
    const notes = openNotes({ backend });
    for (let i = 0; i < noteLimits.count; i++)
      await notes.create(toPath(`/memories/${i}`), "x", { session: "s", trust: "model" });
    expect(await refusal("create", { path: "/memories/more", file_text: "x" })).toMatch("There are already 200 notes");
    await read("insert", { path: "/memories/7", insert_line: 0, insert_text: "more" });
    await read("delete", { path: "/memories/7" });
    await create("/memories/more", "x");
    for (let i = 10; i < 29; i++) await backend.write(toPath(`/memories/${i}`), new Uint8Array(noteLimits.note));
    expect(await refusal("insert", { path: "/memories/9", insert_line: 0, insert_text: "x".repeat(99_000) })).toMatch(
      "All notes would have",
    );
  });

  it("refuses a backend that cannot compare and set, as notes would be lost there", () => {
    const { backend } = play();
    const weak = { ...backend, can: { ...backend.can, compareAndSwap: false } };
    expect(() => openNotes({ backend: weak })).toThrow("does not support compare-and-swap");
  });
});

describe("deleted notes", () => {
  it("can be put back, with what is known of them, in the session that deleted them", async () => {
    const { create, read, session, backend } = play();
    for (const path of ["/memories/d/a", "/memories/d/b"]) await create(path, `text of ${path}`);
    const before = (await backend.read(toPath("/memories/d/a"))).bytes;
    await read("delete", { path: "/memories/d" });
    await create("/memories/d/b", "a new one");
    const again = play({ backend, session: { restore: JSON.parse(JSON.stringify(session.snapshot())) } });
    expect(await restoreDeletedNotes({ backend }, again.session)).toEqual(["/memories/d/a"]);
    expect((await backend.read(toPath("/memories/d/a"))).bytes).toEqual(before);
    expect([...again.session.state(deletedNotes).keys()]).toEqual(["/memories/d/b"]);
    await read("delete", { path: "/memories/d/b" });
    await restoreDeletedNotes({ backend }, again.session);
    expect(await again.textOf("/memories/d/b")).toBe("text of /memories/d/b");
  });
});
