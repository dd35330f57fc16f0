import { expect, it } from "vitest";
import { z } from "zod";
import { ToolError } from "../error.ts";
import type { Access } from "../policy/access.ts";
import { allow, ask, deny, firstOf } from "../policy/policy.ts";
import { createRegistry } from "../registry/registry.ts";
import { openSession } from "../session/open-session.ts";
import type { SessionOptions } from "../session/session.ts";
import { defineTool, type ToolOptions } from "../tool.ts";

type Input = { path: string };

/** A tool that fails for `/bad`, also in a dry run, and what was asked and really done. */
function openChanging(tool: Partial<ToolOptions<Input, unknown>> = {}, options: Partial<SessionOptions> = {}) {
  const asked: string[] = [];
  const done: string[] = [];
  const change = defineTool<Input, unknown>({
    name: "change_it",
    category: "test",
    description: "Changes.",
    input: z.object({ path: z.string() }),
    previews: true,
    access: ({ path }): Access[] => [{ action: "write", target: path }],
    execute({ path }, { dryRun }) {
      if (path === "/bad") throw new ToolError("no_match", "Nothing in /bad matches.");
      if (!dryRun) done.push(path);
      return path;
    },
    ...tool,
  });
  const session = openSession(createRegistry([change]), {
    policy: firstOf(allow({ actions: ["read"] }), ask()),
    approve({ access }) {
      asked.push(...access.map(({ target }) => target));
      return true;
    },
    ...options,
  });
  const call = async (path: string) => {
    const result = await session.call("change_it", { path });
    return result.ok ? "ok" : result.error.code;
  };
  return { session, call, asked, done };
}

it("refuses what fails in a dry run before anybody is asked, and asks for the rest", async () => {
  const { call, asked, done } = openChanging();
  expect([await call("/bad"), await call("/good")]).toEqual(["no_match", "ok"]);
  expect([asked, done]).toEqual([["/good"], ["/good"]]);
});

it("hands the failure to the middleware, which hides and counts what a model gets", async () => {
  const seen: string[] = [];
  const { call } = openChanging(
    {},
    {
      use: [
        async (inner, next) => {
          const result = await next(inner);
          seen.push(`${inner.tool.name} ${result.ok} ${inner.access.length}`);
          return result;
        },
      ],
    },
  );
  await call("/bad");
  expect(seen).toEqual(["change_it false 0"]);
});

it("says so where the user cannot be asked, and in a decision without a call", async () => {
  const { call, session, done } = openChanging({}, { approve: undefined });
  expect([await call("/bad"), await call("/good")]).toEqual(["no_match", "permission_denied"]);
  expect(await session.decide("change_it", { path: "/bad" })).toMatchObject({
    effect: "ask",
    fails: { code: "no_match" },
  });
  expect(await session.decide("change_it", { path: "/good" })).not.toHaveProperty("fails");
  expect(done).toEqual([]);
});

it.each<[string, Partial<ToolOptions<Input, unknown>>, Partial<SessionOptions>]>([
  ["the file may not be read without asking", {}, { policy: ask() }],
  ["the tool has no dry run", { previews: false }, {}],
  ["it does more than change files", { access: () => [{ action: "execute", target: "x" }] }, {}],
  [
    "it asks for more while it runs",
    {
      execute: ({ path }, ctx) =>
        ctx.require({ action: "network", target: path }).then(() => Promise.reject(new Error())),
    },
    {},
  ],
])("asks where %s", async (_, tool, options) => {
  const { call, asked } = openChanging(tool, options);
  expect(await call("/bad")).not.toBe("ok");
  expect(asked.length).toBeGreaterThan(0);
});

it("asks where a call beside it may make it possible", async () => {
  const hold = Promise.withResolvers<boolean>();
  const asked: unknown[] = [];
  const { session } = openChanging(
    {},
    {
      approve({ input }) {
        asked.push(input);
        return (input as Input).path === "/good" ? hold.promise : true;
      },
    },
  );
  const first = session.call("change_it", { path: "/good" });
  const second = session.call("change_it", { path: "/bad" });
  expect(await second).toMatchObject({ error: { code: "no_match" } });
  expect(asked).toContainEqual({ path: "/bad" });
  hold.resolve(true);
  expect(await first).toMatchObject({ ok: true });
});

it("shows a person what the call would answer, and tells it in the event and in a decision", async () => {
  const previews: unknown[] = [];
  const { session, done } = openChanging(
    { execute: ({ path }, { dryRun }) => ({ path, dryRun }) },
    {
      approve({ preview }) {
        previews.push(preview);
        return false;
      },
      onEvent: (event) => void (event.type === "permission-request" && previews.push(event.preview)),
    },
  );
  expect(await session.call("change_it", { path: "/good" })).toMatchObject({ error: { code: "permission_denied" } });
  expect(await session.decide("change_it", { path: "/good" })).toMatchObject({ preview: { dryRun: true } });
  expect([previews, done]).toEqual([
    [
      { path: "/good", dryRun: true },
      { path: "/good", dryRun: true },
    ],
    [],
  ]);
});

it("shows nothing of a call that streams, or of a file that may not be read; a file that asks is the person's to see", async () => {
  const previews: unknown[] = [];
  const approve: SessionOptions["approve"] = (request) => {
    previews.push("preview" in request);
    return false;
  };
  const streams = async function* () {
    yield { message: "on its way" };
    return "done";
  };
  await openChanging({ execute: streams }, { approve }).call("/good");
  const policy = firstOf(deny({ actions: ["read"] }), ask());
  await openChanging({}, { approve, policy }).call("/good");
  await openChanging({}, { approve, policy: ask() }).call("/good");
  expect(previews).toEqual([false, false, true]);
});
