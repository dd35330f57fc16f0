import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { allow, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { cleanEnvironment } from "./_environment.ts";
import { startShell } from "./_shell/shell.ts";
import { bash } from "./bash.ts";

setInterval(() => {}, 1000);
import { beat } from "./_beat.ts";
import { describeRun } from "./_describe-run.ts";
import { runLimited } from "./_run-limited.ts";

const b = bash({});
const s = openSession(createRegistry([b]), { policy: allow(), cwd: "/tmp" });
const out = (await s.call("bash", { command: ":" })) as any;
const triv = openSession(
  createRegistry([defineTool({ ...b, output: undefined as any, execute: () => out.output, access: () => [] })]),
  { policy: allow(), cwd: "/tmp" },
);
const trivO = openSession(createRegistry([defineTool({ ...b, execute: () => out.output, access: () => [] })]), {
  policy: allow(),
  cwd: "/tmp",
});
const trivA = openSession(createRegistry([defineTool({ ...b, execute: () => out.output })]), {
  policy: allow(),
  cwd: "/tmp",
});
const trivG = openSession(
  createRegistry([
    defineTool({
      ...b,
      async *execute() {
        return out.output;
      },
      access: () => [],
    }),
  ]),
  { policy: allow(), cwd: "/tmp" },
);
const noOut = openSession(createRegistry([defineTool({ ...b, output: undefined as any })]), {
  policy: allow(),
  cwd: "/tmp",
});
const sh = await startShell({
  cwd: "/tmp",
  env: cleanEnvironment(),
  errors: "merged",
  limits: "",
  folder: mkdtempSync("/tmp/hsh/g-"),
  sandbox: undefined,
  level: "default",
  domains: [],
});
const nobody = { onOutput() {}, onErrors() {} };
const ac = new AbortController();
const lim = async (c: string) => {
  const r = runLimited(sh, c, "/tmp", { timeout: 1000, signal: ac.signal, maxFileBytes: 1e6, newFile: () => "x" });
  return [r, await r.done] as const;
};
const limD = async (c: string) => {
  const [r, d] = await lim(c);
  return describeRun({
    run: r,
    end: d.end as any,
    stop: undefined,
    left: [],
    duration: 1,
    timeout: 1,
    maxTimeout: 1,
    maxChars: 30000,
    cwd: "/tmp",
    report: undefined,
    news: [],
  });
};
const limB = async (c: string) => {
  const r = runLimited(sh, c, "/tmp", { timeout: 1000, signal: ac.signal, maxFileBytes: 1e6, newFile: () => "x" });
  const g = beat(r.done, 5000, () => ({}));
  return (await g.next()).value;
};
const sp = (cmd: string) =>
  new Promise((r) => {
    const p = spawn("bash", ["-c", cmd], { stdio: ["ignore", "pipe", "pipe"] });
    p.stdout!.resume();
    p.stderr!.resume();
    p.on("close", r);
  });
const V: Record<string, (c: string) => Promise<any>> = {
  spawn: sp,
  shell: (c) => sh.run(c, "/tmp", nobody),
  lim,
  limD,
  limB,
  session: (c) => s.call("bash", { command: c }),
  noOut: (c) => noOut.call("bash", { command: c }),
  triv: (c) => triv.call("bash", { command: c }),
  trivO: (c) => trivO.call("bash", { command: c }),
  trivA: (c) => trivA.call("bash", { command: c }),
  trivG: (c) => trivG.call("bash", { command: c }),
};
const med = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1]!;
for (const cmd of [":", ":"]) {
  const R: Record<string, number[]> = {};
  for (const k in V) R[k] = [];
  for (let i = 0; i < 250; i++)
    for (const k of Object.keys(V).sort(() => Math.random() - 0.5)) {
      const t = performance.now();
      await V[k]!(cmd);
      R[k]!.push(performance.now() - t);
      await sp(":");
    }
  console.log(
    cmd,
    Object.entries(R)
      .map(([k, v]) => `${k} ${med(v).toFixed(3)} (${med(v.map((x, i) => x / R.spawn![i]!)).toFixed(3)})`)
      .join("  "),
  );
}
process.exit();
