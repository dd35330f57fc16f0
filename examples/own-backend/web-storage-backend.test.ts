import { describeBackend } from "@holdall/conformance";
import { allow, contentText, createRegistry, openSession, ToolError, toPath } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { expect, test } from "vitest";
import { type TextStore, webStorageBackend } from "./web-storage-backend.ts";

/** Web Storage as browsers have it, with room for some characters. */
function textStore(room = Number.POSITIVE_INFINITY): TextStore {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (key.length + value.length > room)
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  };
}

// The whole acceptance test: every rule of the contract, the same for every backend.
describeBackend("webStorageBackend", () => {
  const store = textStore();
  return { backend: webStorageBackend(store), root: toPath("/"), reopen: async () => webStorageBackend(store) };
});

test("every file tool works on it", async () => {
  const backend = webStorageBackend(textStore());
  await using session = openSession(createRegistry(fsTools({ backend })), { policy: allow() });
  await session.call("write_file", { path: "notes/today.md", content: "# Today\n\n- water the plants\n" });
  const found = await session.call("grep_files", { pattern: "plants" });
  expect(contentText(found.content)).toContain("notes/today.md");
});

test("a full storage says so, and keeps what it has", async () => {
  const backend = webStorageBackend(textStore(40));
  await backend.write(toPath("/a"), new Uint8Array([1]));
  const failed = await backend.write(toPath("/a"), new Uint8Array(100)).catch((error: unknown) => error);
  expect(ToolError.is(failed) && failed.code).toBe("too_large");
  expect((await backend.read(toPath("/a"))).bytes).toEqual(new Uint8Array([1]));
});
