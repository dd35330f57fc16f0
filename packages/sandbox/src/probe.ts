import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@holdall/tool-kit/node";
import type { Sandbox, SandboxLevel } from "./port/index.ts";

/** The result of probing a sandbox on this machine. */
export interface Probe {
  readonly name: string;
  /** True if it runs programs, lets them write only below the root, and keeps them from the kernel, devices and the network. */
  readonly works: boolean;
  /** The problems found, as text for the user. */
  readonly problems: readonly string[];
}

/**
 * What a probed program does, and says of it: one word for each thing it could do, with a path where one is tried. What is
 * not its own it only opens for appending and closes again: where that succeeds, nothing has changed.
 */
const script = [
  "echo started; echo x > inside && echo wrote-inside",
  '(echo x > "$OUTSIDE") 2>/dev/null && echo wrote-outside',
  // No process is started for a file: there are hundreds.
  'try() { local kind=$1 file; shift; for file; do [[ -e $file ]] && { :; } 2>/dev/null 3>>"$file" && echo "opened $kind $file" && return; done; }',
  "try kernel /proc/sys/*/* /proc/sysrq-trigger /proc/irq/*affinity /proc/irq/*/*affinity /proc/mtrr",
  "try kernel /sys/kernel/* /sys/kernel/mm/*/* /sys/fs/cgroup/cgroup.* /sys/fs/cgroup/*/{cgroup.procs,tasks,release_agent}",
  'mkdir "/sys/fs/cgroup/holdall-$$" 2>/dev/null && rmdir "/sys/fs/cgroup/holdall-$$" && echo "opened kernel /sys/fs/cgroup"',
  "try device $DEVICES",
  "mknod device c 1 3 2>/dev/null && rm device && echo made-device",
  "try host /etc/passwd /etc/hostname /usr/bin/env",
  // Without a network of its own, a program sees the host's interfaces beside `lo`.
  '[ "$(grep -c : /proc/net/dev)" -gt 1 ] && echo has-network',
  '[ "$(ls -d /proc/[0-9]* | wc -l)" -gt 20 ] && echo sees-processes',
  "true",
].join("\n");

/** Probe a sandbox with a misbehaving program. Leaves nothing behind. Takes some tens of milliseconds. */
export async function probeSandbox(
  make: (options: { readonly roots: readonly string[] }) => Sandbox | Promise<Sandbox>,
  { level = "default" as SandboxLevel }: { readonly level?: SandboxLevel } = {},
): Promise<Probe> {
  using inside = temporaryFolder("probe");
  using other = temporaryFolder("probe");
  const [folder, outside] = [inside.path, other.path];
  let name = "unknown";
  try {
    const sandbox = await make({ roots: [folder] });
    name = sandbox.name;
    if (!sandbox.confines(level)) return { name, works: false, problems: [`It does not enforce the level ${level}.`] };
    const env = { PATH: "/usr/local/bin:/usr/bin:/bin", OUTSIDE: join(outside, "x"), DEVICES: devices() };
    await using launch = await sandbox.launch({ argv: ["/bin/bash", "--norc", "-c", script], cwd: folder, env, level });
    const { out, errors, code } = await run(launch.argv, launch.env, folder);
    const { failure } = await launch.report(errors);
    const said = (word: string) => out.split("\n").includes(word);
    const opened = (kind: string, what: string) =>
      Array.from(
        out.matchAll(new RegExp(`^opened ${kind} (.*)$`, "gm")),
        ([, path]) => `Programs can ${what}: ${path}.`,
      );
    const problems = [
      ...(failure ? [failure] : []),
      ...(said("started") || failure
        ? []
        : [`It does not start programs (exit ${code}): ${errors.trim().slice(0, 300)}`]),
      ...(said("started") && !said("wrote-inside") ? ["Programs cannot write below the root."] : []),
      ...(said("wrote-outside") ? ["Programs can write outside the root."] : []),
      ...opened("kernel", "change the kernel's settings"),
      ...opened("device", "write devices of the host"),
      ...(said("made-device") ? ["Programs can create devices."] : []),
      ...opened("host", "write files of the host"),
      ...(said("has-network") ? ["Programs have the host's network."] : []),
      ...(said("sees-processes") ? ["Programs see the host's processes."] : []),
    ];
    return { name, works: problems.length === 0, problems };
  } catch (error) {
    return { name, works: false, problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Disks and what reaches memory or the kernel's log, as far as they are here. */
function devices(): string {
  const telling =
    /^(?:vd|sd|hd|xvd)[a-z]+$|^nvme\d+n\d+$|^mmcblk\d+$|^dm-\d+$|^(?:mem|kmem|port|kmsg|fuse|loop-control)$/;
  try {
    return readdirSync("/dev")
      .filter((name) => telling.test(name))
      .map((name) => join("/dev", name))
      .join(" ");
  } catch {
    return "";
  }
}

const timeLimit = 10_000;

function run(argv: readonly string[], env: Readonly<Record<string, string>>, cwd: string) {
  return new Promise<{ out: string; errors: string; code: number | null }>((resolve) => {
    const [program = "", ...args] = argv;
    const child: ChildProcess = spawn(program, args, {
      cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: timeLimit,
      killSignal: "SIGKILL",
    });
    let [out, errors] = ["", ""];
    child.stdout?.on("data", (piece) => (out += piece));
    child.stderr?.on("data", (piece) => (errors += piece));
    child.on("error", (error) => resolve({ out, errors: `${errors}${error.message}`, code: null }));
    child.on("close", (code) => resolve({ out, errors, code }));
  });
}
