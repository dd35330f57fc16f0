import { execFileSync, spawn } from "node:child_process";
import fs, { mkdtempSync } from "node:fs";
import net from "node:net";
import { analyzeCommand } from "@holdall/command-core";
import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { cleanEnvironment } from "./_environment.ts";
import { startShell } from "./_shell/shell.ts";
import { bash } from "./bash.ts";

const F = fs.constants;
const mkShell = (LOOP: string) => {
  const d = mkdtempSync("/tmp/hsh/f-");
  execFileSync("mkfifo", ["-m", "600", d + "/in", d + "/out", d + "/ctl"]);
  spawn(
    "/usr/bin/bash",
    ["--noprofile", "--norc", "-c", `exec bash --noprofile --norc -c "$0" 0<${d}/in 1>${d}/out 2>${d}/ctl`, LOOP],
    { stdio: "ignore", env: { PATH: "/usr/local/bin:/usr/bin:/bin" } },
  );
  const fin = fs.openSync(d + "/in", F.O_RDWR | F.O_NONBLOCK);
  const fo = fs.openSync(d + "/out", F.O_RDONLY | F.O_NONBLOCK);
  const fc = fs.openSync(d + "/ctl", F.O_RDONLY | F.O_NONBLOCK);
  let T: string, done: any;
  const mk = (fd: number, cb: any) =>
    new net.Socket({
      fd,
      readable: true,
      writable: false,
      onread: {
        buffer: Buffer.alloc(65536),
        callback: (n, b) => {
          cb(b.subarray(0, n));
          return true;
        },
      },
    });
  let so_ = false,
    sc_ = false;
  mk(fo, (b: any) => {
    if (Buffer.from(b).indexOf(T) >= 0) {
      so_ = true;
      if (sc_) done();
    }
  });
  mk(fc, (b: any) => {
    if (Buffer.from(b).indexOf(T) >= 0) {
      sc_ = true;
      if (so_) done();
    }
  });
  const si = new net.Socket({ fd: fin, readable: false, writable: true });
  let n = 0;
  return (cmd: string) =>
    new Promise((r) => {
      T = "T" + n++ + "abcdef01";
      so_ = sc_ = false;
      done = r;
      si.write(`/tmp\0${cmd}\0${T}\0`);
    });
};

const L = (
  ev: string,
  epi: string,
  fin: string,
) => `exec 210<&0 211>&1 212>&2 213>&1 214>/dev/null 0</dev/null 1>/dev/null 2>/dev/null; while IFS= builtin read -r -d "" -u 210 __folder && IFS= builtin read -r -d "" -u 210 __command; do if [[ . -ef $__folder ]] || builtin cd -- "$__folder"; then ${ev}
 ${epi}
 fi
  IFS= builtin read -r -d "" -u 210 __command
  ${fin}
done`;
const EV3 = 'builtin eval "$__command" 0</dev/null 1>&211 2>&211 210<&- 211>&- 212>&-';
const EV5 = EV3 + " 213>&- 214>&-";
const F1 = `builtin printf '%s' "$__command" >&211
  builtin printf '\\0%s\\0' "$__command" >&212`;
const F2 = `builtin printf '%s' "$__command" >&211
  builtin printf '\\0%s\\0%s\\0%s\\0%s\\0' "$__status" "\${!:-}" "$__folder" "$__command" >&212`;
const st = "__status=$?; ";
const fo = "[[ $- == *P* && . -ef $PWD ]] && __folder=$PWD || __folder=$PWD;";
const se = "builtin set -P +efuvxC +o pipefail +o posix; builtin shopt -u expand_aliases;";
const tr = "{ builtin trap -p EXIT; builtin declare -f; } >&212";
const P = {
  base: mkShell(L(EV3, "", F1)),
  ev5: mkShell(L(EV5, "", F1)),
  f2: mkShell(L(EV5, st, F2)),
  fo: mkShell(L(EV5, st + fo, F2)),
  se: mkShell(L(EV5, st + fo + se, F2)),
  tr: mkShell(L(EV5, st + fo + se + tr, F2)),
};
const s = openSession(createRegistry([bash({})]), { policy: allow(), cwd: "/tmp" });
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
const sp = (cmd: string) =>
  new Promise((r) => {
    const p = spawn("bash", ["-c", cmd], { stdio: ["ignore", "pipe", "pipe"] });
    p.stdout.resume();
    p.stderr.resume();
    p.on("close", r);
  });
const V: Record<string, (c: string) => Promise<any>> = {
  spawn: sp,
  ...(P as any),
  shell: (c) => sh.run(c, "/tmp", nobody),
  session: (c) => s.call("bash", { command: c }),
  ana: async (c) => analyzeCommand(c, { cwd: "/tmp" as any }),
};
const med = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1]!;
for (const cmd of [":", "/bin/true"]) {
  const R: Record<string, number[]> = {};
  for (const k in V) R[k] = [];
  for (let i = 0; i < 200; i++)
    for (const k of Object.keys(V).sort(() => Math.random() - 0.5)) {
      const t = performance.now();
      await V[k]!(cmd);
      R[k]!.push(performance.now() - t);
    }
  console.log(
    cmd,
    Object.entries(R)
      .map(([k, v]) => `${k} ${med(v).toFixed(3)} (${med(v.map((x, i) => x / R.spawn![i]!)).toFixed(3)})`)
      .join("  "),
  );
}
process.exit();
