import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import { startMcp } from "./lib/mcp-client.ts";
import { memoryOf } from "./lib/process.ts";
import { realTrees } from "./lib/real-trees.ts";
import { ourServer } from "./lib/servers.ts";
const patterns = ["createServer","TODO","export default","function\\s+\\w+\\(","zzzznotthere","[A-Z][a-z]+Error","import .* from","return null","spawn","async ","\\bconst\\b.*=>","license","http://","[0-9]{4}-[0-9]{2}","expect\\(","stdio","class \\w+ extends","QWERTYUIOP","throw new","readFile"];
async function time(f: () => Promise<unknown>) { const s = performance.now(); await f(); return performance.now() - s; }
async function ripgrep(folder: string, pattern: string) {
  const child = spawn(rgPath, ["--no-config","--no-heading","--line-number","--color=never","--null","-e",pattern,"."], { cwd: folder, stdio: ["ignore","pipe","ignore"] });
  child.stdout.resume(); await once(child, "close");
}
const want = process.argv[2] ?? "";
const prof = process.argv[3];
const given = [{label:"five", folder:"/work/wt/trees/five"},{label:"self",folder:"/work/wt/trees/self"},{label:"execa",folder:"/work/wt/trees/execa"}];
const trees = want.startsWith("+") ? given.filter((t)=>t.label===want.slice(1)) : realTrees().filter((t) => t.label.includes(want));
for (const { label, folder } of trees) {
  const args = ourServer(folder, "coding");
  const server = await startMcp(prof ? ["--cpu-prof", "--cpu-prof-dir=/tmp/hb/prof", ...args] : args);
  await setTimeout(1500);
  await ripgrep(folder, "warm the cache of pages");
  const rows = patterns.map((p) => ({ p, rg: [] as number[], us: [] as number[] }));
  for (let round = 0; round < 2; round++) for (const r of rows) {
    r.rg.push(await time(() => ripgrep(folder, r.p)));
    r.us.push(await time(() => server.call("grep_files", { pattern: r.p })));
    await setTimeout(100);
  }
  const med = (xs: number[]) => xs.toSorted((a, b) => a - b)[xs.length >> 1]!;
  console.log(label);
  for (const r of rows) console.log("  ", r.p.padEnd(24), `rg ${r.rg.map((x) => x.toFixed(0).padStart(5))}  us ${r.us.map((x) => x.toFixed(0).padStart(5))}  ratio ${r.us.map((x, i) => (x / r.rg[i]!).toFixed(2).padStart(5))}`);
  for (const k of [0, 1]) { const q = rows.slice(k ? 0 : 1).map((r) => r.us[k]! / r.rg[k]!); console.log(k ? "  again" : "  first", "median", med(q).toFixed(2), "worst", Math.max(...q).toFixed(2)); }
  console.log("  peak", memoryOf(server.pid).peak.toFixed(0), "start ratio", (rows[0]!.us[0]!/rows[0]!.rg[0]!).toFixed(2));
  await server.close();
}
