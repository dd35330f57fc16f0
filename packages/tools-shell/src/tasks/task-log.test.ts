import fc from "fast-check";
import { expect, test } from "vitest";
import { tempFolder } from "../tests/_session.fixture.ts";
import { createTaskLog } from "./task-log.ts";

test("a task log gives back the latest bytes, whatever was pushed and asked for", () => {
  const folder = tempFolder();
  let files = 0;
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 });
  fc.assert(
    fc.property(
      chunks,
      fc.integer({ min: 2, max: 60 }),
      fc.nat(1_000),
      fc.integer({ min: 1, max: 100 }),
      (pushed, most, since, max) => {
        const log = createTaskLog([`${folder}/${++files}`, `${folder}/${++files}`], most);
        for (const chunk of pushed) log.push(chunk);
        const all = Buffer.concat(pushed);
        const { from, bytes } = log.read(since, max);
        log.close();
        expect(log.bytes).toBe(all.length);
        expect(Buffer.from(bytes)).toEqual(all.subarray(from, from + max));
        // The newer half at least is there.
        if (since >= all.length - Math.floor(most / 2)) expect(from).toBe(Math.min(since, all.length));
      },
    ),
  );
});
