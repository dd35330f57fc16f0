import { memoryBackend } from "@holdall/backends-memory";
import { type ApprovalRequest, type Approve, allow, ask, firstOf, toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { openFiles } from "../_files.fixture.ts";

const policy = firstOf(ask({ actions: ["delete"] }), ask({ actions: ["write"], tools: ["move_file"] }), allow());
const patch = "*** Begin Patch\n*** Delete File: f\n*** End Patch";

const calls = [
  ["delete_file", { path: "/f" }],
  ["move_file", { from: "/g", to: "/f", overwrite: true }],
  ["apply_patch", { patch }],
] as const;

/** Files, and somebody who does something before they say yes. */
function open(meanwhile: (files: ReturnType<typeof openFiles>) => unknown = () => {}) {
  const asked: ApprovalRequest[] = [];
  const approve: Approve = async (request) => {
    asked.push(request);
    if (asked.length === 1) await meanwhile(files);
    return true;
  };
  const files: ReturnType<typeof openFiles> = openFiles(
    { "/f": "what was asked about\n", "/g": "new\n" },
    { policy, approve },
  );
  return { files, asked };
}

describe.each(calls)("attack: %s gives up what the user was not asked about", (tool, input) => {
  test("content that came while the question was open stays, and the call says what to do", async () => {
    const { files, asked } = open(({ put }) => put("/f", "work of another\n"));
    const error = await files.fails(tool, input);
    expect(error).toMatchObject({ code: "stale", hint: expect.stringContaining("call again") });
    expect(await files.text("/f")).toBe("work of another\n");
    expect(await files.text("/g")).toBe("new\n");
    await files.ok(tool, input);
    expect(asked).toHaveLength(2);
    expect(versionOf(asked[0])).not.toBe(versionOf(asked[1]));
  });

  test("what it was asked about goes, and the question says which version that is", async () => {
    const { files, asked } = open();
    const before = await files.backend.stat(toPath("/f"), { version: true });
    await files.ok(tool, input);
    expect(versionOf(asked[0])).toBe(before?.version);
    expect((await files.backend.stat(toPath("/f")))?.size).toBe(tool === "move_file" ? 4 : undefined);
  });

  test("where the user need not be asked, an earlier call may change the file while this one waits", async () => {
    const { session, text, backend } = openFiles({ "/f": "1\n", "/g": "new\n" });
    const results = await Promise.all([
      session.call("write_file", { path: "/f", content: "2\n", overwrite: true }),
      session.call(tool, input),
    ]);
    expect(results[1]).toMatchObject({ ok: true });
    if (tool === "move_file") expect(await text("/f")).toBe("new\n");
    else expect(await backend.stat(toPath("/f"))).toBeNull();
  });
});

const versionOf = (request: ApprovalRequest | undefined) =>
  request?.access.find(({ target }) => target === "/f")?.version;

test("a folder that was asked about is not a file that came in its place, nor the other way around", async () => {
  for (const [before, after] of [
    ["/f/in/it", "/f"],
    ["/f", "/f/in/it"],
  ] as const) {
    const backend = memoryBackend({ files: { [before]: "1" } });
    const approve: Approve = async () => {
      await backend.remove(toPath("/f"), { recursive: true });
      await backend.write(toPath(after), new Uint8Array([50]));
      return true;
    };
    const files = openFiles({}, { backend, policy, approve });
    expect((await files.fails("delete_file", { path: "/f", recursive: true })).code).toBe("stale");
    expect(await files.text(after)).toBe("2");
  }
});
