import { memoryBackend } from "@holdall/backends-memory";
import { toPath } from "@holdall/tool-core";
import { differenceOf, runInBash, runPortable } from "./_compare.fixture.ts";

for (const s of process.argv.slice(2)) {
  const a = await runInBash(s);
  const b = await runPortable(s, memoryBackend(), toPath("/work"));
  const d = differenceOf(a, b, true);
  console.log(
    s,
    "\n  ",
    d ?? "same " + JSON.stringify(a.output.slice(0, 200)),
    "\n  ",
    a.errors.slice(0, 200),
    "|",
    b.errors.slice(0, 300),
  );
  if (d) {
    let i = 0;
    while (a.output[i] === b.output[i] && i < a.output.length) i++;
    console.log(
      "   at",
      i,
      JSON.stringify(a.output.slice(i - 20, i + 40)),
      JSON.stringify(b.output.slice(i - 20, i + 40)),
    );
  }
}
process.exit();
