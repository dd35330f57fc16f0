import { compileGlob, compileIgnore, type IgnoreLayer, ignoredIn } from "@holdall/pattern-core";
import { type BenchRows, interleave, median, row, timed } from "./harness.ts";

const usual = `node_modules/
/build
/dist/
/coverage
docs/_build/
packages/*/generated
*.log
npm-debug.log*
*.tsbuildinfo
*.py[cod]
__pycache__/
.DS_Store
.env
.env.*
!.env.example
*~
*.swp
`;

const inFolder = 25;
const folders = Array.from({ length: 2_400 }, (_, i) => `/packages/area-${i % 80}/src/part-${i % 7}/view-${i}`);
const names = Array.from({ length: inFolder }, (_, i) => `component-${i}.${["ts", "tsx", "css", "test.ts"][i % 4]}`);

/** The rules of a usual project under 60,000 entries, and a glob over their paths. */
export async function* nameRows(): BenchRows {
  const layer = ["*.bak\nThumbs.db\n", usual, "*.gen.ts\n!keep.gen.ts\n"].reduce<IgnoreLayer | undefined>(
    (above, text) => ({ folder: "", rules: compileIgnore(text), above }),
    undefined,
  );
  const glob = compileGlob("packages/**/src/**/*.{ts,tsx}");
  const paths = folders.flatMap((folder) => names.map((name) => `${folder.slice(1)}/${name}`));
  const ms = await interleave({
    rules: timed(() => {
      let hidden = 0;
      for (const folder of folders) {
        const ignored = ignoredIn(layer, folder);
        for (const name of names) if (ignored(name, false)) hidden++;
      }
      return hidden;
    }),
    glob: timed(() => paths.filter((path) => glob.matches(path)).length),
  });
  const each = (samples: readonly number[]) => (median(samples) * 1000) / paths.length;
  yield row("three ignore files, for one of 60,000 entries", "nothing", each(ms.rules), { unit: "µs" });
  yield row("a glob, for a path of fifty characters", "nothing", each(ms.glob), { unit: "µs" });
}
