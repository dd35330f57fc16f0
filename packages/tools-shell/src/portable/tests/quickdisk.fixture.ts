import { mkdtempSync, realpathSync } from "node:fs";
import { nodeBackend } from "@holdall/backends-node";
import { toPath } from "@holdall/tool-core";
import { differenceOf, runInBash, runPortable } from "./_compare.fixture.ts";
import { causeOf } from "./_differences.fixture.ts";
import { scripts } from "./_scripts.fixture.ts";
let n = 0;
for (const { kind, text } of scripts(500, 7)) {
  if (n > 12) break;
  if (causeOf(text) !== "not known") continue;
  const folder = realpathSync(mkdtempSync("/tmp/holdall-portable-"));
  const p = await runPortable(text, nodeBackend({ roots: folder }), toPath(folder));
  const d = differenceOf(await runInBash(text), p, true);
  if (d) { n++; console.log(`--- ${kind}: ${text.slice(0, 200)}\n   ${d.slice(0, 300)}\n  ${p.errors.slice(0, 200)}`); }
}
process.exit();
