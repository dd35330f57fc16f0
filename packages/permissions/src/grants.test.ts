import { memoryBackend } from "@holdall/backends-memory";
import { type Access, toPath } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { openGrants } from "./grants.ts";
import { permissions } from "./permissions.ts";
import { suggestGrants } from "./rules/suggest/suggest-rules.ts";

const root = toPath("/app");
const bash = { name: "bash", title: "Bash", category: "shell", hints: {} } as never;
const place = () => ({ backend: memoryBackend(), path: "/home/me/.config/holdall/grants.json" });
const script: Access = { action: "execute", target: "sh build.sh", cwd: "/app", version: "v1" };

/** What is said of an access by what was granted so far. */
const evaluate = (grants: Awaited<ReturnType<typeof openGrants>>) => {
  const { explain } = permissions({ rules: () => grants.rules(), roots: [root] });
  return (access: Access) => explain({ tool: bash, input: { command: access.target }, access }).effect;
};

describe.each(["forSession", "forever"] as const)("attack: a grant %s that is used for something else", (scope) => {
  it("holds in its folder, not below it, not above it, and not where the folder is uncertain", async () => {
    const where = place();
    const grants = await openGrants(where);
    await grants[scope](...suggestGrants({ access: [script] }, [root]));
    for (const each of [grants, ...(scope === "forever" ? [await openGrants(where)] : [])]) {
      const effect = evaluate(each);
      expect(effect(script)).toBe("allow");
      for (const cwd of ["/app/vendor/evil", "/", "/elsewhere"]) expect(effect({ ...script, cwd }), cwd).toBe("ask");
      const { cwd: _, ...nowhere } = script;
      expect(effect(nowhere)).toBe("ask");
    }
  });

  it("ends when what it runs changes, and holds again for what is agreed to anew", async () => {
    const grants = await openGrants(place());
    const effect = evaluate(grants);
    await grants[scope](...suggestGrants({ access: [script] }, [root]));
    const changed = { ...script, version: "v2" };
    expect(effect(changed)).toBe("ask");
    const { version: _, ...gone } = script;
    expect(effect(gone)).toBe("ask");
    await grants[scope](...suggestGrants({ access: [changed] }, [root]));
    expect([effect(script), effect(changed)]).toEqual(["ask", "allow"]);
    await grants.revoke("bash(sh build.sh)");
    expect(effect(changed)).toBe("ask");
  });

  it("lets a file go once, and not what comes in its place", async () => {
    const grants = await openGrants(place());
    const effect = evaluate(grants);
    const gone: Access = { action: "delete", target: "/app/b.ts", version: "v1" };
    await grants[scope](...suggestGrants({ access: [gone] }, [root]));
    expect([effect(gone), effect({ ...gone, version: "v2" })]).toEqual(["allow", "ask"]);
  });
});

describe("attack: another MCP server takes the name of one that was removed", () => {
  const tool = (name: string) => ({ name, title: name, category: "mcp", hints: {} }) as never;
  const push = (version?: string): Access => ({
    action: "execute",
    target: "mcp:github/push",
    ...(version !== undefined && { version }),
  });
  const effectOf = (grants: Awaited<ReturnType<typeof openGrants>>, name: string, access: Access) =>
    permissions({ rules: () => grants.rules(), roots: [root] }).explain({ tool: tool(name), input: {}, access }).effect;
  const suggested = (name: string, access: Access) => suggestGrants({ access: [access], tool: name }, [root]);

  it.each(["forSession", "forever"] as const)("a grant %s is of the server that was there", async (scope) => {
    const where = place();
    const grants = await openGrants(where);
    await grants[scope](...suggested("mcp__github__push", push("one")));
    for (const each of [grants, ...(scope === "forever" ? [await openGrants(where)] : [])]) {
      expect(effectOf(each, "mcp__github__push", push("one"))).toBe("allow");
      for (const other of [push("two"), push()]) expect(effectOf(each, "mcp__github__push", other)).toBe("ask");
    }
    await grants[scope](...suggested("mcp__github__push", push("two")));
    expect(effectOf(grants, "mcp__github__push", push("one"))).toBe("ask");
    expect(effectOf(grants, "mcp__github__push", push("two"))).toBe("allow");
  });

  it("a saved grant without a server asks once more, and hosts without versions are as before", async () => {
    const where = place();
    const text = JSON.stringify({ version: 1, grants: [{ rule: "mcp__github__push" }] });
    await where.backend.write(toPath(where.path), new TextEncoder().encode(text));
    const grants = await openGrants(where);
    expect(effectOf(grants, "mcp__github__push", push("one"))).toBe("ask");
    expect(effectOf(grants, "mcp__github__push", push())).toBe("allow");
    await grants.forever(...suggested("mcp__github__push", push("one")));
    expect(effectOf(await openGrants(where), "mcp__github__push", push("one"))).toBe("allow");
  });

  it("resources are granted for each server", async () => {
    const grants = await openGrants(place());
    for (const version of ["one", "two"]) {
      expect(effectOf(grants, "read_mcp_resource", push(version))).toBe("ask");
      grants.forSession(...suggested("read_mcp_resource", push(version)));
    }
    for (const version of ["one", "two"]) expect(effectOf(grants, "read_mcp_resource", push(version))).toBe("allow");
    expect(effectOf(grants, "read_mcp_resource", push("three"))).toBe("ask");
  });
});

it("a file of grants in which anything is not understood is refused whole: it could be what narrows", async () => {
  for (const text of [
    "{",
    "[]",
    '{"version":2,"grants":[]}',
    '{"version":1,"allow":["bash"]}',
    '{"version":1,"grants":[{"rule":"bash(ls)","folder":"/app"}]}',
    '{"version":1,"grants":[{"rule":"bash(ls)","cwd":1}]}',
    '{"version":1,"grants":["bash"]}',
    '{"version":1,"grants":[{"rule":"bash("}]}',
  ]) {
    const where = place();
    await where.backend.write(toPath(where.path), new TextEncoder().encode(text));
    await expect(openGrants(where), text).rejects.toMatchObject({ name: "ToolError" });
  }
});
