import { memoryBackend } from "/work/wt/kg/packages/backends-memory/src/index.ts";
import { toPath } from "/work/wt/kg/packages/tool-core/src/index.ts";
import {
  differenceOf,
  runInBash,
  runPortable,
} from "/work/wt/kg/packages/tools-shell/src/portable/tests/_compare.fixture.ts";
import { scripts } from "/work/wt/kg/packages/tools-shell/src/portable/tests/_scripts.fixture.ts";

const all = scripts(Number(process.argv[2] ?? 500), Number(process.argv[3] ?? 7));
let bad = 0;
const t = performance.now();
for (const { kind, text } of all) {
  const real = await runInBash(text);
  const p = await runPortable(text, memoryBackend(), toPath("/work"));
  const d = differenceOf(real, p, true);
  if (d) {
    bad++;
    console.log(
      `--- ${kind}: ${text}\n   ${d.slice(0, 400)}\n   real err: ${real.errors.slice(0, 150).trim()} | err: ${p.errors.slice(0, 150).trim()}`,
    );
  }
}
console.log(all.length, "bad", bad, Math.round(performance.now() - t));
process.exit();
