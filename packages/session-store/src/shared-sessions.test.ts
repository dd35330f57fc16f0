import { memoryBackend } from "@holdall/backends-memory";
import { allow, createRegistry, openSession, type SessionSnapshot } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { sharedSessions } from "./shared-sessions.ts";

test("a session that another process begins is waited for until it is saved; a name that nobody has is unknown, and leaves nothing", async () => {
  const backend = memoryBackend();
  const open = (restore: SessionSnapshot | undefined) =>
    openSession(createRegistry([]), { policy: allow(), ...(restore && { restore }) });
  const [one, other] = [0, 1].map(() => sharedSessions({ backend, folder: "/sessions", open })) as [
    ReturnType<typeof sharedSessions>,
    ReturnType<typeof sharedSessions>,
  ];
  const begun = await one.take("name", { create: true });
  let isTaken = false;
  const taking = other.take("name", { create: false }).then((lease) => {
    isTaken = true;
    return lease;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isTaken).toBe(false);
  await begun.release();
  const taken = await taking;
  expect(taken.session.id).toBe(begun.session.id);
  await taken.release();
  await expect(other.take("guessed", { create: false })).rejects.toMatchObject({ code: "not_found" });
  expect((await Array.fromAsync(backend.list("/sessions" as never))).map(({ path }) => path)).toEqual([
    expect.stringMatching(/^\/sessions\/[0-9a-f]{64}\.json$/),
  ]);
});
