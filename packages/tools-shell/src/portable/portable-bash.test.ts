// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
import { memoryBackend } from "@holdall/backends-memory";
import { type Access, type Approve, allow, deny, firstOf, type Policy, toPath } from "@holdall/tool-core";
import { describe, expect, it, test } from "vitest";
import type { CommandChanges, PortableClient } from "./index.ts";
import { unknownCommandNotes } from "./run/unknown-commands.ts";
import { openShell } from "./tests/_portable.fixture.ts";

describe("the shell of a session", () => {
  it("keeps folder, variables, arrays and functions between calls, also functions of a file", async () => {
    const { run } = openShell({ files: { "/lib.sh": "twice() { echo $1 $1; }\n" } });
    await run("mkdir sub && cd sub; x='two words'; export Y=exported; greet() { echo \"hello $1\"; }; list=(a 'b c')");
    await run("declare -A map=([k]=v); . ../lib.sh; unset TERM");
    const { output, cwd } = await run(
      "pwd; echo $x ${map[k]} ${TERM-unset}; bash -c 'echo $Y $x'; greet you; echo ${list[1]}; twice z",
    );
    expect(output).toBe("/sub\ntwo words v unset\nexported\nhello you\nb c\nz z\n");
    expect(cwd).toBe("/sub");
  });

  it("runs one command elsewhere and stays where it is, and is fresh on request", async () => {
    const { run } = openShell({ files: { "/a/f": "" } });
    expect(await run("x=1; pwd", { cwd: "/a" })).toMatchObject({ output: "/a\n", cwd: "/" });
    await run("cd a; f() { :; }");
    expect(await run("echo x=$x; type f; pwd", { fresh: true })).toMatchObject({ output: "x=\n/\n", cwd: "/" });
  });

  it("goes on with the state before a command that ended the shell, and says so", async () => {
    const { run } = openShell({ files: { "/a/f": "" } });
    await run("cd a; x=kept; f() { echo from f; }");
    const ended = await run("x=lost; cd /; exit 3");
    expect(ended).toMatchObject({ exit_code: 3, cwd: "/a" });
    expect(ended.notes.join()).toContain("The command ended the shell");
    expect((await run("set -e; false; echo never")).exit_code).toBe(1);
    expect((await run("echo $x; f; pwd")).output).toBe("kept\nfrom f\n/a\n");
  });

  it("takes calls that come together one after another", async () => {
    const { session } = openShell();
    const commands = ["x=1; sleep 0.05; echo a$x", "x=2; echo b$x", "echo c$x"];
    const results = await session.callAll(commands.map((command) => ({ tool: "bash", input: { command } })));
    expect(results.map((result) => result.ok && (result.output as { output: string }).output)).toEqual([
      "a1\n",
      "b2\n",
      "c2\n",
    ]);
  });

  it("keeps modes, times and empty folders of a storage that has none, and temporary files", async () => {
    const bare = memoryBackend();
    const { createDirectory: _, ...without } = bare;
    const backend = { ...without, can: { ...bare.can, emptyDirectories: false } };
    const { run } = openShell({ backend, cwd: "/work", roots: [toPath("/work")], files: {} });
    await run(
      "mkdir -p a/b; printf 'echo ran' > run.sh; chmod +x run.sh; touch -d 2020-01-02 run.sh; t=$(mktemp); echo kept > $t",
    );
    expect(
      (
        await run(
          "ls a; ./run.sh; ls -l run.sh | cut -c1-10; ls -l run.sh | awk '{ print $8 }'; cat $t; rmdir a/b; ls a",
        )
      ).output,
    ).toMatch(/^b\nran\n-rwxr-xr-x\n2020\nkept\n$/s);
  });

  it("gives a command in a loop the file that it names, also an empty one, and not the input of the loop", async () => {
    const { run } = openShell({ files: { "/e": "", "/two": "1\n2\n" } });
    const loop = (body: string) =>
      run(`printf 'a\\nb\\n' | while read x; do ${body}; done`).then(({ output }) => output);
    expect(await loop("wc -l < e; wc -l < /dev/null; wc -l < <(true)")).toBe("0\n0\n0\n0\n0\n0\n");
    expect(await loop("y=old; read y < e; echo $x-$y; read y < two; echo $x-$y")).toBe("a-\na-1\nb-\nb-1\n");
    expect(await loop("cat < e > out; wc -c < out; cat 0< two >> out; wc -l < out")).toBe("0\n2\n0\n2\n");
    expect((await run("wc -l < missing; echo $?; exec < two; read a; read b; echo $a$b")).output).toBe("1\n12\n");
  });

  it.each([
    ["cat <<E < f\nhere\nE", "F\n"],
    ["cat < f <<E\nhere\nE", "here\n"],
    ["cat <<< here < f; cat < f < g", "F\nG\n"],
    ["echo a > out; cat > out < missing; echo $?; wc -c < out", "1\n0\n"],
    ["cat < missing > new; echo $?; ls new", "1\n"],
    ["cat > out < f; cat >> out < g; cat out", "F\nG\n"],
    ["cat 2>&1 < missing | wc -l; cat < missing 2>&1 | wc -l", "1\n0\n"],
    ["echo x | while read x; do wc -l > out < e; cat <<E < e\nhere\nE\ndone; cat out", "0\n"],
    ["echo x | while read x; do wc -l 2> /dev/null < e; command wc -l < e; done", "0\n0\n"],
    ["command exec < f; read x; echo $x", "F\n"],
  ])("does the redirections of %j in their order", async (command, output) => {
    const { run } = openShell({ files: { "/e": "", "/f": "F\n", "/g": "G\n" } });
    expect((await run(command)).output).toBe(output);
  });

  it("has a trap for the end, and no variables of the host", async () => {
    const { run } = openShell({ env: { GIVEN: "yes" } });
    expect((await run("trap 'echo bye' EXIT; echo hi; exit 2")).output).toBe("hi\nbye\n");
    const { output } = await run("env | sort");
    expect(output).toContain("GIVEN=yes");
    for (const name of ["VITEST", "NODE_ENV", "PNPM_HOME"]) expect(output).not.toContain(`${name}=`);
  });
});

const files = { "/open/a.txt": "a\n", "/closed/b.txt": "secret\n", "/asked/c.txt": "c\n" };
const policy: Policy = firstOf(
  deny({ under: "/closed" }, "It is closed."),
  ({ access }) =>
    access?.target.startsWith("/asked") && access.action !== "read" ? { effect: "ask", prompt: "?" } : undefined,
  allow(),
);

describe("what the policy decides", () => {
  it("refuses files as they are touched, with the reason, and goes on", async () => {
    const { run, read, file } = openShell({ files, policy });
    const ran = await run(
      "cat closed/b.txt; echo x > closed/new; grep -r . . | sort; cp -r . all; mv closed elsewhere; echo end",
    );
    expect(ran.output).toContain("./open/a.txt:a\n");
    expect(ran.output).toMatch(/end\n$/);
    expect(ran.output).not.toContain("secret");
    expect(ran.errors).toMatch(/closed\/new: Permission denied/);
    expect(ran.notes).toContainEqual(expect.stringMatching(/^Not permitted: read \/closed\/b\.txt\. .*It is closed\./));
    expect(await read("rm -rf closed; echo $?")).toMatch(/^1\n/);
    expect(await file("/closed/b.txt")).toBe("secret\n");
  });

  it("asks in the middle, once for a file, and stops the clock meanwhile", async () => {
    const asked: (readonly Access[])[] = [];
    const answers = [true, false];
    const approve: Approve = async ({ access }) => {
      asked.push(access);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      return answers[asked.length - 1] ?? false;
    };
    const { run, file } = openShell({ files, policy, approve });
    const ran = await run("echo 1 > asked/c.txt; echo 2 >> asked/c.txt; echo 3 > asked/d.txt || echo refused", {
      timeout: 1_000,
    });
    expect(ran).toMatchObject({ output: "refused\n", status: "exited" });
    expect(asked.map((accesses) => accesses.map(({ target }) => target))).toEqual([["/asked/c.txt"], ["/asked/d.txt"]]);
    expect(await file("/asked/c.txt")).toBe("1\n2\n");
  });

  it("asks once for a folder with all that is in it", async () => {
    const asked: (readonly Access[])[] = [];
    const approve: Approve = ({ access }) => {
      asked.push(access);
      return true;
    };
    const { run } = openShell({ files: { ...files, "/asked/deep/e.txt": "e\n" }, policy, approve });
    expect((await run("rm -r asked; ls")).output).toBe("closed\nopen\n");
    expect(asked).toHaveLength(1);
    expect(asked[0]?.map(({ action, target }) => `${action} ${target}`)).toContain("delete /asked/deep/e.txt");
  });

  it("cannot ask in the background", async () => {
    const { run, session } = openShell({ files, policy, approve: () => true });
    const { task_id } = await run("echo x > asked/c.txt; echo status $?", { run_in_background: true });
    const output = await session.call("task_output", { task_id, block: true });
    expect(JSON.stringify(output.content)).toMatch(/status 1.*in the background cannot ask/s);
  });

  it("knows a file in the home folder by one name, also where that is the root", async () => {
    const seen: string[] = [];
    const watching: Policy = ({ access }) => {
      if (access) seen.push(`${access.action} ${access.target}`);
      return { effect: "allow" };
    };
    const { run } = openShell({ files: { "/.bashrc": "alias\n" }, policy: watching });
    expect((await run("cat ~/.bashrc; ls -A ~")).output).toBe("alias\n.bashrc\n");
    expect(seen).toEqual(["execute cat /.bashrc", "execute ls -A /", "read /.bashrc", "read /"]);
  });

  it("judges the programs of a command by rules for programs", async () => {
    const noTar: Policy = ({ access }) =>
      access?.action === "execute" && /^tar\b/.test(access.target) ? { effect: "deny", reason: "No tar." } : undefined;
    const { read } = openShell({ files, policy: firstOf(noTar, allow()) });
    expect(await read("ls && tar cf x.tar open")).toContain("No tar.");
  });
});

describe("what a result tells", () => {
  it("is where all of a long output is, for the host or for commands", async () => {
    const { run } = openShell({ maxChars: 100 });
    const long = await run("seq 1000");
    expect(long.output).toMatch(/^1\n.*left out.*1000\n$/s);
    expect((await run(`sed -n '500p' ${long.output_path}; wc -l < ${long.output_path}`)).output).toBe("500\n1000\n");
    const kept: Uint8Array[] = [];
    const other = openShell({ maxChars: 100, keepOutput: (bytes) => `/kept/${kept.push(bytes)}` });
    expect((await other.run("seq 1000")).output_path).toBe("/kept/1");
    expect(kept[0]?.length).toBe(3_893);
  });

  it.each([
    ["git status", "git is not in the portable shell"],
    ["gerp x", "did you mean grep"],
    ["curl http://example.org", 'permissions: "network"'],
    ["echo x; whatever", "Its commands: "],
  ])("is what to do instead of %j", async (command, told) => {
    expect(await openShell().read(command)).toContain(told);
  });

  it.each([
    ["sqlite3", "query_data"],
    ["tar", "Ask the user to pack"],
    ["gzip", "Ask the user to pack"],
    ["yq", "awk, sed"],
    ["xan", "Use awk"],
  ])("is why %s is missing in a page, and the next move", (name, move) => {
    const [note = "", others] = unknownCommandNotes(`bash: ${name}: command not found\n`, [name, "ls"]);
    expect(note).toContain("where that runs in a web page");
    expect(note).toContain(move);
    expect(others).toContain("Its commands: ls.");
  });

  it("is that it took too long, or was cancelled", async () => {
    const { run, session } = openShell();
    expect(await run("sleep 60", { timeout: 1_000 })).toMatchObject({ status: "timed_out" });
    const controller = new AbortController();
    const running = session.call("bash", { command: "while true; do sleep 0.01; done" }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    expect(await running).toMatchObject({ ok: false, error: { code: "aborted" } });
    expect((await run("echo alive")).output).toBe("alive\n");
  });

  it("is which files were replaced unread", async () => {
    const { run } = openShell({ files: { "/a": "1", "/b": "2", "/c": "3" }, isKnown: (_, path) => path === "/b" });
    const { notes } = await run("echo x > a; echo x > b; sed -i s/3/4/ c; echo x > new; echo y > new");
    expect(notes).toEqual([expect.stringMatching(/^Replaced without being read in this session: \/a\./)]);
  });

  test("hosts get every changed file once, as it was and as it is", async () => {
    const all: CommandChanges[] = [];
    const { run } = openShell({
      files: { "/a": "1", "/b": "2", "/c": "3" },
      onChanges: (changes) => void all.push(changes),
    });
    await run("echo x > a; echo y >> a; rm b; mv c d; echo gone > e; rm e; cat a > /dev/null");
    const shown = all[0]?.files.map(({ path, before, after }) => [
      path,
      ...[before, after].map((state) => state && new TextDecoder().decode(state.bytes)),
    ]);
    expect(shown).toEqual([
      ["/a", "1", "x\ny\n"],
      ["/b", "2", null],
      ["/c", "3", null],
      ["/d", null, "3"],
    ]);
    await run("cat a");
    expect(all).toHaveLength(1);
  });
});

describe("the network", () => {
  const asked: string[] = [];
  const client: PortableClient = {
    async request(url, { method }) {
      asked.push(`${method} ${url}`);
      return { url, status: 200, headers: {}, body: new TextEncoder().encode("served\n"), truncated: false };
    },
  };
  const network: Policy = firstOf(
    ({ access }) =>
      access?.action === "network" && access.target.includes("evil")
        ? { effect: "deny", reason: "Not there." }
        : undefined,
    allow(),
  );

  it("is reached by curl with permission, each URL by the policy", async () => {
    const { run } = openShell({ client, policy: network });
    expect((await run("curl -s http://good.example/", { permissions: "network" })).output).toBe("served\n");
    const refused = await run("curl -s http://evil.example/; curl -s http://good.example/ -X DELETE", {
      permissions: "network",
    });
    expect(refused.output).toBe("");
    expect(refused.notes.join()).toContain("Not there.");
    expect(asked).toEqual(["GET http://good.example/"]);
    expect((await run("curl -s http://good.example/")).exit_code).toBe(127);
  });
});
