import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../apps/cli/src/fixtures/start-server.fixture.ts";
import { callTwoNodes } from "../apps/cli/src/fixtures/two-nodes.fixture.ts";
import { startPostgres } from "../packages/backends-sql/src/fixtures/_postgres.fixture.ts";
import type { EvalRow, EvalRows } from "./lib/corpus.ts";

export const about = "Two MCP servers behind a random balancer, one killed in the middle: what its clients notice";

const command = join(import.meta.dirname, "../apps/cli/src/main.ts");
const size = { sessions: 20, calls: 1000 };

export async function* rows(): EvalRows {
  const folder = mkdtempSync(join(tmpdir(), "holdall-nodes-"));
  const root = join(folder, "project");
  mkdirSync(root);
  const server = await startPostgres({ durable: true });
  try {
    const places = [
      ["a folder", join(folder, "sessions")],
      ...(typeof server === "string" ? [] : [["Postgres", server.url]]),
    ];
    if (typeof server === "string") console.error(`Postgres is not tried: ${server}.`);
    for (const [name, place = ""] of places) {
      for (const [era, mode] of [
        ["2025", "legacy"],
        ["2026", { pin: "2026-07-28" }],
      ] as const) {
        const from = performance.now();
        const result = await callTwoNodes({
          start: (args) => startServer(command, root, args),
          place: era === "2025" || place.includes("://") ? place : `${place}-2026`,
          ...size,
          mode,
        });
        const what = `${size.calls} calls of ${size.sessions} sessions of ${era} kept in ${name}`;
        yield { what: `${what}: calls answered`, value: result.calls - result.failures.length, of: size.calls };
        yield none(`${what}: answers 404`, result.notFound);
        yield none(`${what}: calls that failed`, result.failures.length);
        yield none(`${what}: reads without the last write`, result.lost);
        yield { what: `${what}: requests cut off by the kill and sent again`, value: result.cutOff };
        yield { what: `${what}: seconds`, value: Math.round(performance.now() - from) / 1000 };
        for (const failure of result.failures.slice(0, 3)) console.error(failure);
      }
    }
  } finally {
    if (typeof server !== "string") await server.stop();
    rmSync(folder, { recursive: true });
  }
}

const none = (what: string, value: number): EvalRow => ({ what, value, most: 0 });
