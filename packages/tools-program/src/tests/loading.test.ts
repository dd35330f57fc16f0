import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** The modules that a process of its own has loaded, before and after its first program. */
const script = `
import { registerHooks } from "node:module";
const seen = [];
registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); seen.push(found.url); return found; } });
const { createRegistry, openSession, allow } = await import("@holdall/tool-core");
const { runProgram } = await import(${JSON.stringify(new URL("../index.ts", import.meta.url).href)});
const heavy = () => [...new Set(seen.flatMap((url) => /quickjs-(?=emscripten|wasmfile)|sucrase|worker(?=_threads|\\.ts|-pool)/.exec(url)?.[0] ?? []))].sort();
const registry = createRegistry();
registry.add(runProgram({ registry }));
const session = openSession(registry, { policy: allow() });
const before = [heavy(), process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort/.test(name))];
const result = await session.call("run_program", { code: "return 1" });
console.log(JSON.stringify({ before, value: result.output.value, after: heavy() }));
`;

test("nothing heavy is loaded before the first program, and the process ends by itself after it", () => {
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    encoding: "utf8",
    timeout: 9_000,
  });
  const { before, value, after } = JSON.parse(out);
  expect([before, value]).toEqual([[[], []], 1]);
  expect(after).toEqual(["quickjs-", "worker"]);
});
