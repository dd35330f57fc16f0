import { inspect } from "node:util";
import { expect, test } from "vitest";
import { changedEngine, openSql, shop } from "../../_sql.fixture.ts";

/** Queries of a session, in any engine. */
export function sessionCases(): void {
  test("calls at the same time each get their own rows, and their own errors", async () => {
    const { rows, fails } = openSql();
    const calls = Array.from({ length: 12 }, async (_, i) => {
      if (i % 4 === 3) return (await fails(`SELECT nope${i} FROM 'sales.csv'`)).message.includes(`"nope${i}"`);
      return rows(`SELECT ${i} AS i, count(*) AS n FROM 'sales.csv', range(${i + 1})`);
    });
    const expected = Array.from({ length: 12 }, (_, i) => (i % 4 === 3 ? true : [{ i, n: 3 * (i + 1) }]));
    expect(await Promise.all(calls)).toEqual(expected);
  });

  test.each([true, false])("a session that ends has closed every engine, with one that waits: %s", async (waits) => {
    const open = new Set<object>();
    let opened = 0;
    const engine = changedEngine((engine) => {
      opened++;
      open.add(engine);
      const close = () => {
        open.delete(engine);
        engine[Symbol.dispose]();
      };
      return { ...engine, [Symbol.dispose]: close };
    });
    const { session, rows } = openSql(shop, { engine: { ...engine, keepsIdle: !waits } });
    await rows("SELECT count(*) AS n FROM 'sales.csv'");
    await session.close();
    expect(opened).toBeGreaterThan(0);
    expect(open.size).toBe(0);
  });

  test("an engine is closed after the answer, and then the files that it had open", async () => {
    const events: string[] = [];
    const engine = changedEngine((opened) => ({
      ...opened,
      holdFiles(options) {
        const files = opened.holdFiles(options);
        const close = async () => {
          events.push("files");
          await files[Symbol.asyncDispose]();
        };
        return { ...files, [Symbol.asyncDispose]: close };
      },
      [Symbol.dispose]() {
        opened[Symbol.dispose]();
        events.push("engine");
      },
    }));
    const { session, rows } = openSql(shop, { engine });
    await rows("SELECT count(*) AS n FROM 'sales.csv'");
    const atAnswer = [...events];
    await session.close();
    expect({ atAnswer, events }).toEqual({ atAnswer: [], events: ["engine", "files"] });
  });

  test("an engine that cannot be closed does not change an answer, and the end of the session says so", async () => {
    const engine = changedEngine((opened) => ({
      ...opened,
      [Symbol.dispose]() {
        opened[Symbol.dispose]();
        throw new Error("the engine is stuck");
      },
    }));
    const { session, rows } = openSql(shop, { engine });
    expect(await rows("SELECT count(*) AS n FROM 'sales.csv'")).toEqual([{ n: 3 }]);
    const failure: unknown = await session.close().catch((error: unknown) => error);
    expect(inspect(failure)).toContain("the engine is stuck");
  });
}
