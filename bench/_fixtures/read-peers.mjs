// node read-peers.mjs STRATEGY FILE LINE LIMIT END: how others get LIMIT lines from LINE on; END is the byte where the page ends.
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import { report } from "./_report.mjs";

const [strategy, file, ...numbers] = process.argv.slice(2);
const [line, limit, end] = numbers.map(Number);

const strategies = {
  idle: () => [],
  bare() {
    for (const _ of chunks(256 * 1024, end));
    return [];
  },
  async readline() {
    const page = [];
    let at = 0;
    const input = createReadStream(file);
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (++at >= line) page.push(text);
      if (page.length === limit) break;
    }
    input.destroy();
    return page;
  },
  indexOf() {
    let at = 1;
    const kept = [];
    for (const chunk of chunks(256 * 1024, end)) {
      let from = 0;
      while (at < line) {
        const newline = chunk.indexOf(10, from);
        if (newline < 0) break;
        from = newline + 1;
        at++;
      }
      if (at === line) kept.push(Buffer.from(chunk.subarray(from)));
    }
    return Buffer.concat(kept).toString("utf8").split("\n").slice(0, limit);
  },
};

function* chunks(size, stop) {
  const buffer = Buffer.allocUnsafe(size);
  const handle = openSync(file, "r");
  for (let at = 0; at < stop; ) {
    const count = readSync(handle, buffer, 0, Math.min(size, stop - at), at);
    if (count === 0) break;
    yield buffer.subarray(0, count);
    at += count;
  }
  closeSync(handle);
}

const start = performance.now();
const page = await strategies[strategy]();
report({ ms: performance.now() - start, lines: page.length, first: page[0] ?? "" });
