import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { bytesOf, failure, openBucket, type S3Server, startS3Server } from "../_bucket.fixture.ts";
import { S3Refusal } from "../server/s3-store.fixture.ts";

const put = (server: S3Server, key: string, text: string) =>
  server.store.put(key, Buffer.from(text), {}, { ifMatch: undefined, ifNoneMatch: undefined });

const files = ({ store }: S3Server) =>
  Object.fromEntries([...store.objects].map(([key, { bytes }]) => [key, bytes.toString()]).sort());

test("a store without batch deletes is asked file by file", async () => {
  await using server = await startS3Server({
    refuse: ({ query }) => (query.has("delete") ? new S3Refusal(501, "NotImplemented") : undefined),
  });
  const backend = await openBucket(server);
  for (const name of ["a/1", "a/2", "a/b/3", "ab"]) put(server, name, name);
  await backend.remove(toPath("/a"), { recursive: true });
  expect(files(server)).toEqual({ ab: "ab" });
});

test("a recursive remove that stops midway says so, and can be repeated", async () => {
  await using server = await startS3Server({ pageSize: 2 });
  const backend = await openBucket(server, { retries: 0 });
  for (let i = 0; i < 6; i++) put(server, `a/${i}`, "x");
  let pages = 0;
  server.state.fault = ({ query }) => (query.get("prefix") === "a/" && ++pages > 1 ? "500" : undefined);
  const error = await failure(backend.remove(toPath("/a"), { recursive: true }));
  expect([error.code, error.message.includes("part of /a")]).toEqual(["unavailable", true]);
  server.state.fault = () => undefined;
  await backend.remove(toPath("/a"), { recursive: true });
  expect(files(server)).toEqual({});
});

test("a file that is changed while it is moved stays, whole and alone", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server);
  for (const moment of ["PUT", "DELETE"]) {
    put(server, "from", "old");
    server.state.fault = ({ method, key }) => {
      const isCopied = method === "PUT" && key === "to";
      const isRemoved = method === "DELETE" && key === "from";
      if (moment === "PUT" ? isCopied : isRemoved) put(server, "from", `changed before ${moment}`);
      return undefined;
    };
    expect((await failure(backend.move?.(toPath("/from"), toPath("/to")) ?? Promise.resolve())).code).toBe("stale");
    expect(files(server)).toEqual({ from: `changed before ${moment}` });
  }
});

test("a move of a folder that fails takes its copies back, and names those it cannot", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server, { retries: 0 });
  for (let i = 0; i < 5; i++) put(server, `from/${i}`, `${i}`);
  const before = files(server);
  const move = () => failure(backend.move?.(toPath("/from"), toPath("/to")) ?? Promise.resolve());
  server.state.fault = ({ method, key }) => (method === "PUT" && key === "to/3" ? "500" : undefined);
  expect((await move()).code).toBe("unavailable");
  expect(files(server)).toEqual(before);

  server.state.fault = ({ method, key }) =>
    (method === "PUT" && key === "to/3") || (method === "DELETE" && key === "to/1") ? "drop" : undefined;
  const error = await move();
  expect(error.data?.left).toEqual(["/to/1"]);
  expect(files(server)).toEqual({ ...before, "to/1": "1" });
});

test("a file of a moved folder that cannot be removed is named; nothing is lost", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server);
  for (let i = 0; i < 3; i++) put(server, `from/${i}`, `${i}`);
  server.state.refuse = ({ method, key }) =>
    method === "DELETE" && key === "from/1" ? new S3Refusal(403, "AccessDenied") : undefined;
  const error = await failure(backend.move?.(toPath("/from"), toPath("/to")) ?? Promise.resolve());
  expect(error.data?.left).toEqual([{ from: "/from/1", to: "/to/1" }]);
  expect(files(server)).toEqual({ "from/1": "1", "to/0": "0", "to/1": "1", "to/2": "2" });
});

test("names that no key can hold are absent, and refused when they are written", async () => {
  await using server = await startS3Server();
  const backend = await openBucket(server);
  for (const path of [toPath(`/${"é".repeat(600)}`), toPath("/half \ud800")]) {
    expect(await backend.stat(path)).toBeNull();
    for (const work of [backend.read(path), backend.remove(path), Array.fromAsync(backend.list(path))])
      expect((await failure(work)).code).toBe("not_found");
    expect((await failure(backend.write(path, bytesOf("x")))).code).toBe("too_large");
  }
});
