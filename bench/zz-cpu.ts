import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { rgPath } from "@vscode/ripgrep";
import { nodeBackend } from "@holdall/backends-node";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { grepFiles } from "@holdall/tools-fs";
const all = ["createServer","TODO","export default","function\\s+\\w+\\(","zzzznotthere","[A-Z][a-z]+Error","import .* from","return null","spawn","async ","\\bconst\\b.*=>","license","http://","[0-9]{4}-[0-9]{2}","expect\\(","stdio","class \\w+ extends","QWERTYUIOP","throw new","readFile"];
const root = process.argv[2]!; const patterns = process.argv[3] ? process.argv[3].split(",,") : all;
const rounds = Number(process.argv[4] ?? 2);
const norg = process.env.NORG;
const session = openSession(createRegistry([grepFiles({ backend: nodeBackend({ roots: [root] }) })]), { policy: allow(), cwd: root });
const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
// warm the code on another folder of our own
for (const p of norg ? [] : patterns) await session.call("grep_files", { pattern: p, path: root, limit: 1 }).catch(()=>{});
const rows: any = Object.fromEntries(patterns.map((p) => [p, { rg: [], us: [], wall: [] }]));
for (let i = 0; i < rounds; i++) for (const p of patterns) {
  if (!norg) {
    const { stderr } = spawnSync("bash", ["-c", `TIMEFORMAT='%U %S'; time "$0" --no-config --no-heading -n --null -e "$1" . >/dev/null`, rgPath, p], { cwd: root, encoding: "utf8" });
    rows[p].rg.push(stderr.trim().split(/\s+/).slice(-2).reduce((s, x) => s + 1000 * Number(x), 0));
  }
  const a = cpu(), w = performance.now();
  const r: any = await session.call("grep_files", { pattern: p });
  rows[p].us.push(cpu() - a); rows[p].wall.push(performance.now() - w); rows[p].n = r.output.files.length; rows[p].seen = r.output.searched;
  await setTimeout(i ? 50 : 1000);
}
for (const p of patterns) { const r = rows[p]; console.log(p.padEnd(24), "rg cpu", r.rg.map((x: number) => x.toFixed(0).padStart(5)).join(), " us cpu", r.us.map((x: number) => x.toFixed(0).padStart(5)).join(), " wall", r.wall.map((x: number) => x.toFixed(0).padStart(5)).join(), "files", r.n, "of", r.seen); }
console.log("rss", (process.memoryUsage().rss / 1e6).toFixed(0), "max", (process.resourceUsage().maxRSS / 1e3).toFixed(0));
