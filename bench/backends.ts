import type { SqlDatabase } from "@holdall/backends-sql";
import { sqlBackend } from "@holdall/backends-sql";
import { pgDatabase } from "@holdall/backends-sql/pg";
import { pgliteDatabase } from "@holdall/backends-sql/pglite";
import { allow, type Backend, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { fsTools } from "@holdall/tools-fs";
import { openBareBucket, openBucket, startS3Server } from "../packages/backends-s3/src/_bucket.fixture.ts";
import { startPostgres } from "../packages/backends-sql/src/fixtures/_postgres.fixture.ts";
import { type BenchRows, interleave, median, ratio, row, timed } from "./lib/harness.ts";
import { sourceText } from "./lib/source-text.ts";

export const about = "A tool call over the bare request to the store, 100 KB on an object store and in SQL databases";

/** A store without a backend: the request or the statement that a program would write by hand. */
interface Bare {
  read(): Promise<Uint8Array>;
  write(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

const before = sourceText(100_000);
/** Two contents that take turns, one line apart. */
const texts = [before, before.replace("let total150 = 0", "let total150 = 1")];
const contents = texts.map((text) => new TextEncoder().encode(text));
const most = 1.2;

export async function* rows(): BenchRows {
  if (texts[0] === texts[1]) throw new Error("The two contents must differ, or nothing is written.");
  yield* s3Rows();
  yield* sqlRows("PGlite", pgliteDatabase());
  const postgres = await startPostgres({ durable: true });
  if (typeof postgres === "string") return console.error(`Postgres is not measured: ${postgres}.`);
  try {
    yield* sqlRows("Postgres", pgDatabase(postgres));
  } finally {
    await postgres.stop();
  }
}

/** On loopback a request costs what its bytes cost; with the way to a real store, each request too many doubles the time. */
async function* s3Rows(): BenchRows {
  await using server = await startS3Server();
  const far: typeof fetch = async (...request) => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return fetch(...request);
  };
  for (const [place, send] of [
    ["S3", fetch],
    ["S3, 10 ms away", far],
  ] as const) {
    yield* compare(
      place,
      "the same signed request",
      await openBucket(server, { fetch: send, prefix: place }),
      openBareBucket(server, send),
    );
  }
}

async function* sqlRows(place: string, db: SqlDatabase): BenchRows {
  const backend = sqlBackend({ db });
  await db.query("create table bare (path text primary key, content bytea)");
  // As the backend stores it: uncompressed, which is faster.
  await db.query("alter table bare alter column content set storage external");
  const upsert = "insert into bare values ($1, $2) on conflict (path) do update set content = excluded.content";
  yield* compare(place, "a plain statement by the same driver", backend, {
    async read() {
      const [found] = await db.query<{ content: Uint8Array }>("select content from bare where path = $1", ["/bare"]);
      return found?.content ?? new Uint8Array();
    },
    write: (bytes) => db.query(upsert, ["/bare", bytes]),
  });
  await backend[Symbol.asyncDispose]?.();
}

/** The tools do all they do for a model: rows, freshness, a diff, an undo; the bare store only moves the same bytes. */
async function* compare(place: string, against: string, backend: Backend, bare: Bare): BenchRows {
  await using session = openSession(createRegistry(fsTools({ backend })), { policy: allow() });
  const call = async (tool: string, input: object) => {
    const result = await session.call(tool, input);
    if (!result.ok) throw result.error;
  };
  const turn = () => {
    let count = 0;
    return () => ++count % 2;
  };
  const [mine, theirs] = [turn(), turn()];
  await backend.write(toPath("/src/read.ts"), contents[0]!);
  await call("write_file", { path: "/src/write.ts", content: texts[0] });
  await bare.write(contents[0]!);
  if ((await bare.read()).length !== contents[0]!.length) throw new Error("The bare store lost something.");

  const ms = await interleave(
    {
      readTool: timed(() => call("read_file", { path: "/src/read.ts" }), 40),
      readBare: timed(() => bare.read(), 40),
      writeTool: timed(() => call("write_file", { path: "/src/write.ts", content: texts[mine()] }), 40),
      writeBare: timed(() => bare.write(contents[theirs()]!), 40),
    },
    { rounds: 31, warmups: 5 },
  );
  yield row(`read_file, 100 KB, ${place}`, against, ratio(ms.readTool, ms.readBare), { most });
  yield row(`write_file, 100 KB, ${place}`, against, ratio(ms.writeTool, ms.writeBare), { most });
  yield row("  reading bare", "nothing", median(ms.readBare), { unit: "ms" });
  yield row("  writing bare", "nothing", median(ms.writeBare), { unit: "ms" });
}
