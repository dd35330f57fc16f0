// search-alone FOLDER LITERAL REGEX: how long searches keep all else waiting, and what they keep in memory, in a process of
// their own: what other measurements leave behind makes starting a program slow.
import { memoryUsage } from "node:process";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession, toPath } from "@holdall/tool-core";
import { grepFiles, listFiles } from "@holdall/tools-fs";

const [folder = "", literal = "", regex = ""] = process.argv.slice(2);
const rounds = 5;

function open() {
  const backend = nodeBackend({ roots: folder });
  const registry = createRegistry([grepFiles({ backend }), listFiles({ backend })]);
  const session = openSession(registry, { policy: allow(), cwd: toPath(folder) });
  return {
    async call(tool: string, input: object): Promise<void> {
      const result = await session.call(tool, input);
      if (!result.ok) throw result.error;
    },
    close: () => backend[Symbol.asyncDispose]?.(),
  };
}

/**
 * Milliseconds: the middle one of the longest stretches of some calls between two turns of the event loop. Time of this
 * thread's own work, so that a busy machine does not count.
 */
async function block(call: () => Promise<void>): Promise<number> {
  const longest: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const turns = watchTurns();
    await call();
    const stretch = turns.end();
    if (round >= 0) longest.push(stretch);
  }
  return longest.sort((a, b) => a - b)[rounds >> 1] ?? 0;
}

function watchTurns() {
  let last = worked();
  let longest = 0;
  let next = setImmediate(turn);
  function turn() {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(turn);
  }
  return {
    end(): number {
      clearImmediate(next);
      return Math.max(longest, worked() - last);
    },
  };
}

function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const fresh = (tool: string, input: object) => async () => {
  const session = open();
  await session.call(tool, input);
  await session.close();
};

/** The second search starts the learning, which goes on beside the third. */
async function learning(): Promise<void> {
  const session = open();
  for (let i = 0; i < 3; i++) await session.call("grep_files", { pattern: literal });
  await session.close();
}

/** Bytes in use when V8 has given back what it keeps of its heap for later, of which there is more or less by chance. */
function held(): number {
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
  return memoryUsage().rss;
}

const list = await block(fresh("list_files", {}));
const first = await block(fresh("grep_files", { pattern: literal }));
const expression = await block(fresh("grep_files", { pattern: regex }));
const learned = await block(learning);
const before = held();
const kept = open();
const grep = () => kept.call("grep_files", { pattern: literal });
for (let i = 0; i < 3; i++) {
  await grep();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
}
const again = await block(grep);
const keptBytes = held() - before;
await kept.close();
console.log(JSON.stringify({ blocks: { list, first, expression, learned, again }, keptBytes }));
