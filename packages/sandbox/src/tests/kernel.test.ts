import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bubblewrap } from "../bubblewrap/bubblewrap.ts";
import type { Sandbox } from "../port/index.ts";
import { probeSandbox } from "../probe.ts";
import { findCandidates } from "./_candidates.fixture.ts";
import { run, workspace } from "./_run.fixture.ts";

const isRoot = process.getuid?.() === 0;
const candidates = await findCandidates();
const space = workspace();
afterAll(() => space.remove());

/** Opens what it is given for appending, and writes nothing: where that succeeds, nothing has changed. */
const tryAll = `try() { for file; do [[ -e $file ]] && { :; } 2>/dev/null 3>>"$file" && echo "$file"; done; }`;
/** All of them take some seconds. */
const kernelFiles = process.env.HOLDALL_STRESS
  ? "$(find /proc/sys /proc/irq /proc/bus /proc/fs /sys -type f 2>/dev/null) /proc/sysrq-trigger /proc/mtrr"
  : "/proc/sys/*/* /proc/irq/*/* /proc/sysrq-trigger /proc/mtrr /sys/{kernel,fs}/* /sys/fs/cgroup/*/*";

describe.each(candidates)("in $name, level $level, $lacks", ({ level, lacks, open }) => {
  let sandbox: Sandbox & AsyncDisposable;
  beforeAll(async () => {
    if (!lacks) sandbox = await open({ roots: [space.root] });
  });
  afterAll(() => sandbox?.[Symbol.asyncDispose]());

  // The probe says why the sandbox does not work here.
  it.skipIf(lacks)("no file of the kernel can be written, by root either", async () => {
    const { out } = await run(sandbox, `${tryAll}; try ${kernelFiles}; ls /proc/sys/kernel | wc -l`, {
      cwd: space.root,
      level,
    });
    expect(out).toMatch(/^\d{2,}\n$/);
  });

  // The probe says why the sandbox does not work here.
  it.skipIf(lacks)(
    "and nothing uncovers them: another /proc, a remount, the mount taken away, a namespace of users",
    async () => {
      const ways = [
        "mkdir -p $TMPDIR/p; mount -t proc proc $TMPDIR/p; try $TMPDIR/p/sys/kernel/*",
        "umount -l /proc/sys; mount -o remount,rw,bind /proc/sys; mount -o remount,rw /proc; try /proc/sys/kernel/*",
        "unshare -Urm bash -c 'umount -l /proc/sys; mount -o remount,rw,bind /proc/sys; cat /proc/self/uid_map >/dev/null' ; try /proc/sys/kernel/*",
        `unshare -Urmpf bash -c '${tryAll}; mount -t proc proc /proc; try /proc/sys/kernel/*'`,
        "try /proc/1/root/proc/sys/kernel/* /proc/self/root/proc/sys/kernel/*",
      ];
      const { out } = await run(sandbox, `${tryAll}\n${ways.join("\n")}\necho end`, { cwd: space.root, level });
      expect(out).toBe("end\n");
    },
  );

  // The probe says why the sandbox does not work here.
  it.skipIf(lacks)("devices of the host are not there, and none can be made", async () => {
    const { out } = await run(
      sandbox,
      `${tryAll}; try /dev/[shv]d* /dev/nvme* /dev/mem /dev/kmsg /dev/fuse /dev/loop*; cd "$TMPDIR"; mknod d c 1 3 && echo made`,
      { cwd: space.root, level },
    );
    expect(out).toBe("");
  });
});

/** The profile without its mounts over the kernel's files. */
const leaky = (roots: readonly string[]): Sandbox => {
  const sandbox = bubblewrap({ roots });
  return {
    ...sandbox,
    async launch(request) {
      const launch = await sandbox.launch(request);
      const { argv } = launch;
      const isOverKernel = (at: number) =>
        ["--ro-bind", "--tmpfs", "--remount-ro"].includes(argv[at] ?? "") &&
        /^\/proc\/./.test(argv[at + (argv[at] === "--ro-bind" ? 2 : 1)] ?? "");
      const length = (at: number) => (argv[at] === "--ro-bind" ? 3 : 2);
      const kept: string[] = [];
      for (let at = 0; at < argv.length; at += isOverKernel(at) ? length(at) : 1)
        if (!isOverKernel(at)) kept.push(argv[at] ?? "");
      return { ...launch, argv: kept };
    },
  };
};

const needsRoot = isRoot ? "" : " (skipped: only root can write them at all)";
const [{ lacks: noBubblewrap = "" } = {}] = candidates;

describe(`a probe${needsRoot}${noBubblewrap}`, () => {
  // Only root can write them at all.
  it.skipIf(!isRoot || noBubblewrap)("does not trust a sandbox that lets root write a sysctl", async () => {
    const { works, problems } = await probeSandbox(({ roots }) => leaky(roots));
    expect(works).toBe(false);
    expect(problems.join()).toMatch(/change the kernel's settings: \/proc\/sys\//);
  });

  it("changes nothing while it tries, also where everything can be written", async () => {
    const settings = () => execFileSync("sysctl", ["-a"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const steady = (text: string) =>
      text.split("\n").filter((line) => /^(kernel\.(core|panic|sysrq|hostname)|vm\.(over|swap)|abi)/.test(line));
    const before = steady(settings());
    const passwords = readFileSync("/etc/passwd", "utf8");
    await probeSandbox(() => ({
      name: "none",
      confines: () => true,
      launch: async ({ argv, env }) => ({
        argv,
        env,
        killsTree: false,
        report: async () => ({ needed: { write: [], network: [] }, tampered: [] }),
        [Symbol.asyncDispose]: async () => {},
      }),
    }));
    expect(before.length).toBeGreaterThan(3);
    expect(steady(settings())).toEqual(before);
    expect(readFileSync("/etc/passwd", "utf8")).toBe(passwords);
  });
});
