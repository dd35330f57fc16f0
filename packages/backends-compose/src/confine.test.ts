import { memoryBackend } from "@holdall/backends-memory";
import { describeBackend, withPlainWalks } from "@holdall/conformance";
import type { Backend } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { at, bytes, textOf, treeOf, withLink } from "./_fixtures.fixture.ts";
import { confine } from "./confine.ts";

const files = { "/jail/in/a.txt": "inside", "/jail-not/b": "beside", "/secret": "outside" };

describeBackend("confine(memory, /jail)", () => {
  const backend = confine(withPlainWalks(memoryBackend({ files: { "/.gitignore": "*.ts" } })), "/jail");
  return { backend, root: at("/jail"), reopen: async () => backend };
});
describeBackend("confine(memory, /jail) as /", () => {
  const base = withPlainWalks(memoryBackend({ files: { "/beside": "x", "/.gitignore": "*.ts" } }));
  const backend = confine(base, "/jail", { as: "/", links: "trusted" });
  return { backend, root: at("/"), reopen: async () => backend };
});
describeBackend("confine(memory, /jail) as /app/here", () => ({
  backend: confine(memoryBackend(), "/jail", { as: "/app/here" }),
  root: at("/app/here"),
}));

const operations: Record<string, (backend: Backend, path: string) => Promise<unknown> | undefined> = {
  stat: (backend, path) => backend.stat(at(path)),
  read: (backend, path) => backend.read(at(path)),
  write: (backend, path) => backend.write(at(path), bytes("x")),
  remove: (backend, path) => backend.remove(at(path), { recursive: true }),
  list: (backend, path) => Array.fromAsync(backend.list(at(path))),
  createDirectory: (backend, path) => backend.createDirectory?.(at(path)),
  "move from": (backend, path) => backend.move?.(at(path), at("/jail/new")),
  "move to": (backend, path) => backend.move?.(at("/jail/in/a.txt"), at(path)),
  watch: async (backend, path) => {
    for await (const _ of backend.watch?.(at(path), { signal: AbortSignal.timeout(1000) }) ?? []);
  },
};

describe.each(Object.entries(operations))("%s", (_, operation) => {
  test.each(["/", "/secret", "/jail-not/b", "/jail-not", "/jail/../secret", "/new"])(
    "of %s is refused",
    async (path) => {
      const base = memoryBackend({ files });
      const before = await treeOf(base);
      await expect(operation(confine(base, "/jail"), path)).rejects.toMatchObject({
        code: "permission_denied",
        hint: "Work at or below /jail.",
      });
      expect(await treeOf(base)).toEqual(before);
    },
  );
});

test("as /, no spelling of a path leaves the folder, and no answer tells where it is", async () => {
  const backend = confine(memoryBackend({ files }), "/jail", { as: "/" });
  expect(await textOf(backend, "/../../jail/../in/a.txt")).toBe("inside");
  expect(await treeOf(backend)).toEqual({ "/in": "/", "/in/a.txt": "inside" });
  for (const path of ["/secret", "/jail/in/a.txt", "/in/a.txt/below", "/in"]) {
    const error = await backend.read(at(path)).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error)).toContain(path);
    expect(JSON.stringify(error).replaceAll("/jail/in/a.txt", "")).not.toContain("/jail");
  }
  await expect(backend.write(at("/in/a.txt/b/c"), bytes("x"))).rejects.toMatchObject({
    message: expect.stringMatching(/^\/in\/a\.txt is a file/),
    data: { path: "/in/a.txt" },
  });
});

describe("symbolic links", () => {
  const linked = (target: string, written?: string) =>
    withLink(memoryBackend({ files: { ...files, "/jail/link": "" } }), "/jail/link", target, written);

  test.each([
    ["absolute", "/jail-not", "/jail-not"],
    ["relative", "/jail-not", "../jail-not"],
    ["by way of the inside", "/jail-not", "in/../../jail-not"],
    ["to the root", "/", "/"],
    ["as Windows spells it", "/jail-not", "..\\jail-not"],
    ["on a drive", "/jail-not", "C:/jail-not"],
  ])("out of the folder, %s, are refused", async (_, target, written) => {
    const base = linked(target, written);
    expect(await textOf(base, target === "/" ? "/jail/link/secret" : "/jail/link/b")).toMatch(/side/);
    const backend = confine(base, "/jail");
    for (const path of ["/jail/link/b", "/jail/link/secret", "/jail/link"])
      await expect(backend.stat(at(path))).rejects.toMatchObject({ code: "permission_denied" });
    await expect(backend.write(at("/jail/link/new"), bytes("x"))).rejects.toMatchObject({ code: "permission_denied" });
    await expect(Array.fromAsync(backend.list(at("/jail/link")))).rejects.toMatchObject({ code: "permission_denied" });
    await expect(backend.remove(at("/jail/link/b"))).rejects.toMatchObject({ code: "permission_denied" });
  });

  test("that stay inside are followed, and a link that leads out can be removed", async () => {
    const backend = confine(linked("/jail/in", "in"), "/jail");
    expect(await textOf(backend, "/jail/link/a.txt")).toBe("inside");
    const leading = linked("/jail-not");
    await confine(leading, "/jail").remove(at("/jail/link"));
    expect(await treeOf(leading)).not.toHaveProperty("/jail/link");
    expect(await textOf(leading, "/jail-not/b")).toBe("beside");
  });

  test("are found under another spelling, where case does not count", async () => {
    const base = linked("/jail-not");
    const insensitive: Backend = {
      ...base,
      can: { ...base.can, caseSensitive: false },
      read: (path, io) => base.read(at(path.toLowerCase()), io),
    };
    expect(await textOf(insensitive, "/jail/LINK/b")).toBe("beside");
    await expect(confine(insensitive, "/jail").read(at("/jail/LINK/b"))).rejects.toMatchObject({
      code: "permission_denied",
    });
  });

  test("do not stand in for a folder whose own name is asked for", async () => {
    const base = withLink(
      memoryBackend({ files: { "/jail/src/a.txt": "inside", "/jail/SRC": "", "/jail-not/a.txt": "outside" } }),
      "/jail/SRC",
      "/jail-not",
    );
    const backend = confine(base, "/jail");
    expect(await textOf(backend, "/jail/src/a.txt")).toBe("inside");
    await expect(backend.read(at("/jail/SRC/a.txt"))).rejects.toMatchObject({ code: "permission_denied" });
    const other = withLink(
      memoryBackend({ files: { "/jail/SRC/a.txt": "inside", "/jail/src": "", "/jail-not/a.txt": "outside" } }),
      "/jail/src",
      "/jail-not",
    );
    expect(await textOf(confine(other, "/jail"), "/jail/SRC/a.txt")).toBe("inside");
    await expect(confine(other, "/jail").read(at("/jail/src/a.txt"))).rejects.toMatchObject({
      code: "permission_denied",
    });
  });
});
