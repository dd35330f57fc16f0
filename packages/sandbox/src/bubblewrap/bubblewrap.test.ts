import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeSandbox } from "../probe.ts";
import { run as runIn, workspace } from "../tests/_run.fixture.ts";
import { bubblewrap } from "./bubblewrap.ts";

const { works, problems } = await probeSandbox(bubblewrap);

// The probe says why it does not work here.
describe.skipIf(!works)(
  `bubblewrap${works ? "" : `, skipped because it does not work here: ${problems.join(" ")}`}`,
  () => {
    let space: ReturnType<typeof workspace>;
    let elsewhere: ReturnType<typeof workspace>;
    let run: (
      script: string,
      how?: {
        level?: "read_only";
        cwd?: string;
        env?: Record<string, string>;
        readable?: readonly string[];
      },
    ) => ReturnType<typeof runIn>;

    beforeAll(() => {
      space = workspace({
        "a.txt": "a\n",
        ".git/config": "[core]\n",
        ".git/hooks/x.sample": "",
        "sub/deep/er/.git/config": "[core]\n",
        ".env": "TOKEN=1\n",
        ".claude/settings.json": "{}",
        "secret/key": "k",
      });
      elsewhere = workspace({ "there.txt": "there\n" });
      symlinkSync(elsewhere.root, join(space.root, "way-out"));
      const sandbox = bubblewrap({ roots: [space.root], secrets: [join(space.root, "secret")] });
      run = (script, how) => runIn(sandbox, script, { cwd: space.root, ...how });
    });
    afterAll(() => {
      space.remove();
      elsewhere.remove();
    });

    it("programs read, and write below the root and in a temporary folder of their own", async () => {
      const { out, code, report } = await run(
        'cat a.txt; echo b > sub/b.txt; echo t > "$TMPDIR/t"; cat "$TMPDIR/t"; mktemp',
      );
      expect(code).toBe(0);
      expect(out).toMatch(/^a\nt\n\/tmp\//);
      expect(readFileSync(join(space.root, "sub/b.txt"), "utf8")).toBe("b\n");
      expect(report).toEqual({ needed: { write: [], network: [] }, tampered: [] });
    });

    it("with the level read_only they write in their temporary folder and nowhere else", async () => {
      const script =
        'cat a.txt; echo t > "$TMPDIR/t" && cat "$TMPDIR/t"; echo x > a.txt; mkdir new; rm sub/b.txt a.txt';
      const { out, errors, report } = await run(script, { level: "read_only" });
      expect(out).toBe("a\nt\n");
      expect(errors.match(/Read-only file system/g)?.length).toBeGreaterThanOrEqual(3);
      expect(readFileSync(join(space.root, "a.txt"), "utf8")).toBe("a\n");
      expect(existsSync(join(space.root, "new"))).toBe(false);
      expect(report.needed.write).toContain(join(space.root, "a.txt"));
    });

    it("they read a folder that is named though it lies among what is hidden, and cannot write there", async () => {
      const script = `cat ${elsewhere.root}/there.txt; echo x > ${elsewhere.root}/x`;
      expect((await run(script)).out).toBe("");
      const { out, errors } = await run(script, { readable: [elsewhere.root] });
      expect(out).toBe("there\n");
      expect(errors).toMatch(/Read-only file system/);
    });

    it.each([
      ["a file elsewhere", "echo x > /etc/holdall-test", "/etc/holdall-test"],
      ["a home folder", `touch ${homedir()}/.holdall-test`, `${homedir()}/.holdall-test`],
      ["a folder beside the root with the same beginning", 'mkdir "$PWD-evil"', undefined],
      ["a link that leads out", "echo x > way-out/x", undefined],
      ["a path through /proc", "touch /proc/self/root/etc/holdall-test", undefined],
      ["a mount made writable again", "mount -o remount,rw / ; echo x > /etc/holdall-test", undefined],
    ])("cannot write %s", async (_, script, needed) => {
      const { report, errors } = await run(script);
      // In the folder for temporary files, which is the program's own, it may write: that is nowhere.
      if (needed) expect(errors).toMatch(/Read-only file system/);
      if (needed) expect(report.needed.write).toContain(needed);
      expect(
        existsSync("/etc/holdall-test") || existsSync(`${homedir()}/.holdall-test`) || existsSync(`${space.root}-evil`),
      ).toBe(false);
      expect(readdirSync(elsewhere.root)).toEqual(["there.txt"]);
    });

    it.each([
      ["git configuration", "echo x >> .git/config"],
      ["a git hook", "echo x > .git/hooks/pre-commit"],
      [
        "a hook of a repository four folders down",
        "mkdir -p sub/deep/er/.git/hooks && echo x > sub/deep/er/.git/hooks/p",
      ],
      ["agent configuration", "echo x > .claude/settings.json"],
      ["the repository, by moving it away", "mv .git .git2"],
      ["agent configuration, by removing it", "rm -r .claude"],
      ["a hook, by another spelling of the path", "echo x > ./sub/../.git//hooks/pre-commit"],
      ["a hook, through a link made on the way", "ln -s .git g && echo x > g/hooks/pre-commit"],
    ])("cannot change %s, wherever this process runs", async (_, script) => {
      const { code, errors, report } = await run(script);
      expect(code).not.toBe(0);
      expect(errors).toMatch(/Read-only file system|Device or resource busy/);
      expect(report.tampered).toEqual([]);
      expect(readdirSync(join(space.root, ".git/hooks"))).toEqual(["x.sample"]);
      await run("rm -f g");
    });

    it("secrets cannot be read: shadow passwords, keys, what the host names", async () => {
      const { out } = await run(
        "cat /etc/shadow secret/key 2>/dev/null; ls -A ~/.ssh ~/.aws secret /run 2>/dev/null | grep -v : | tr -d '\\n'",
      );
      expect(out).toBe("");
    });

    it("nothing is inherited from this process's environment", async () => {
      process.env.HOLDALL_TEST_SECRET = "in the environment";
      const { out } = await run("env; cat /proc/*/environ 2>/dev/null; cat /proc/1/cmdline");
      delete process.env.HOLDALL_TEST_SECRET;
      expect(out).not.toContain("in the environment");
      expect(out).toContain("PATH=");
    });

    it("attack 18, daemons that would start something outside: their sockets are out of reach, schedulers cannot be written", async () => {
      const path = join(elsewhere.root, "daemon.sock");
      const names = [path, `\0${path}`];
      const servers = names.map((name) => createServer((socket) => socket.end("reached")).listen(name));
      await Promise.all(servers.map((server) => server.listening || once(server, "listening")));
      const connect = `for (const name of [${names.map((name) => JSON.stringify(name))}])
        require("net").connect(name).on("data", (data) => console.log(String(data))).on("error", ({ code }) => console.log(code))`;
      const outside = await new Promise((resolve) =>
        execFile(process.execPath, ["-e", connect], (_, out) => resolve(out)),
      );
      expect(outside).toBe("reached\nreached\n");
      const { out } = await run(
        `"${realpathSync(process.execPath)}" -e '${connect}'; ls -A /run | wc -l; mkdir -p /var/spool/cron/x /etc/cron.d/x`,
        // This repository may itself lie in a folder that is hidden.
        { readable: [dirname(realpathSync(process.execPath))] },
      );
      for (const server of servers) server.close();
      expect(out).toMatch(/^(ENOENT|ECONNREFUSED)\n(ENOENT|ECONNREFUSED)\n0\n$/);
      expect(existsSync("/var/spool/cron/x") || existsSync("/etc/cron.d/x")).toBe(false);
    });

    it("there is no network: no address, no server of the host", async () => {
      const server = createServer((socket) => socket.end("reached"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      const { out, errors } = await run(
        `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3; exec 4<>/dev/tcp/1.1.1.1/53 && echo reached`,
      );
      server.close();
      expect(out).not.toContain("reached");
      expect(errors).toMatch(/refused|unreachable/i);
    });

    it("says which host a program would have needed", async () => {
      const { report } = await run("curl -sS -m 3 https://registry.example.com/x");
      expect(report.needed.network).toEqual(["registry.example.com"]);
    });

    it("sees none of the host's processes, and leaves none behind: setsid, nohup, double fork, background", async () => {
      const mark = `holdall-left-${process.pid}`;
      const { out } = await run(
        `ls -d /proc/[0-9]* | wc -l; (setsid bash -c 'exec -a ${mark} sleep 60' &) ; nohup bash -c 'exec -a ${mark} sleep 60' >/dev/null 2>&1 & ( ( exec -a ${mark} sleep 60 & ) & ); exit 0`,
      );
      expect(Number(out)).toBeLessThan(15);
      // The kernel may still be at it when the first process has told its status.
      const left = () => readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && cmdline(pid).includes(mark));
      await expect.poll(left).toEqual([]);
    });

    it("has no privileges to gain, and no way to type into the terminal of the host", async () => {
      const { out } = await run(
        "grep -E 'CapEff|NoNewPrivs' /proc/self/status; cat /proc/self/stat | cut -d' ' -f7; id -u",
      );
      expect(out).toMatch(/CapEff:\s+0+\n/);
      expect(out).toMatch(/NoNewPrivs:\s+1\n0\n/);
    });

    it("files, processor time and core dumps are bounded", async () => {
      const bounded = bubblewrap({ roots: [space.root], limits: { fileSize: 1_000_000, cpuSeconds: 1 } });
      const { out } = await runIn(
        bounded,
        "head -c 2000000 /dev/zero > big; wc -c < big; rm big; ulimit -c; ulimit -t",
        { cwd: space.root },
      );
      expect(out.split("\n").slice(0, 3)).toEqual(["1000448", "0", "1"]);
    });

    it("its own failure is not the program's", async () => {
      const { report } = await run("true", { cwd: "/nonexistent" });
      expect(report.failure).toMatch(/^bwrap: /);
      mkdirSync(join(space.root, "empty"), { recursive: true });
      expect((await run("exit 7")).report.failure).toBeUndefined();
    });

    it("refuses levels that it cannot uphold", async () => {
      await expect(
        runIn(bubblewrap({ roots: [space.root] }), "true", { cwd: space.root, level: "all" }),
      ).rejects.toMatchObject({ code: "unavailable" });
      expect(() => bubblewrap({ roots: [] })).toThrow(/needs a root/);
      expect(() => bubblewrap({ roots: ["/nonexistent"] })).toThrow(/does not exist/);
    });
  },
);

function cmdline(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
