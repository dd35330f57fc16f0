import { analyzeCommand, commandAccess } from "@holdall/shell-analysis";
import { toPath } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { ordinaryCommands } from "../../_ordinary-commands.fixture.ts";
import { permissions } from "../../permissions.ts";
import { suggestGrants, suggestRules } from "./suggest-rules.ts";

const root = toPath("/app");
const bash = { name: "bash", title: "Bash", category: "shell", hints: {} } as never;

const accessesOf = (command: string) =>
  commandAccess(analyzeCommand(command, { cwd: root })).filter(({ action }) => action === "execute");
const suggested = (command: string) => suggestRules({ access: accessesOf(command) }, [root]);
/** True when rules alone let every program of a command run. */
function allows(rules: readonly string[], command: string): boolean {
  const { explain } = permissions({ rules: [{ allow: rules }], roots: [root] });
  return accessesOf(command).every((access) => explain({ tool: bash, input: { command }, access }).effect === "allow");
}

/** Programs that run what an argument of theirs says: code, a script, a package, another program. */
const runners = (
  "sh bash dash zsh ksh fish python python2 python3 python3.12 node nodejs bun deno tsx ts-node perl ruby php lua luajit Rscript " +
  "julia osascript pwsh tclsh guile racket elixir escript scala groovy kotlin swift java awk gawk sed npx bunx pipx uvx " +
  "env sudo doas su time nice nohup setsid stdbuf xargs parallel watch script unshare strace gdb valgrind " +
  "ssh make just rake gradle mvn ant ninja cmake vim emacs less man find fd rg tar zip rsync sqlite3 psql mysql pytest jest vitest " +
  "eslint mocha tox nox direnv nix nix-shell docker podman kubectl helm terraform ansible vagrant expect busybox wine qemu " +
  "unknown-program ./build.sh /usr/bin/python3 ../x tools/run source . eval exec command builtin"
).split(" ");
const prefixes: Readonly<Record<string, readonly string[]>> = {
  npm: ["exec", "x", "install", "create", "init", "explore"],
  pnpm: ["exec", "dlx", "add"],
  yarn: ["dlx", "exec", "node", "add"],
  bun: ["run", "x", "add"],
  deno: ["run", "eval", "task"],
  docker: ["run", "exec", "build", "compose run"],
  kubectl: ["exec", "run", "apply"],
  go: ["run", "generate", "install", "test", "build"],
  cargo: ["run", "install"],
  uv: ["run", "tool run"],
  poetry: ["run"],
  pip: ["install"],
  gh: ["api", "alias set", "extension exec"],
  git: ["config", "-c alias.x=!x x", "bisect run", "submodule foreach", "difftool", "filter-branch", "remote add x"],
  dotnet: ["run", "exec"],
  apt: ["install"],
  brew: ["install"],
  timeout: ["5"],
  flock: ["lock"],
  chroot: ["/x"],
};
const starts = [...runners, ...Object.entries(prefixes).flatMap(([name, subs]) => subs.map((sub) => `${name} ${sub}`))];
const shapes = [
  "",
  " build.sh",
  " ./build.sh --fast",
  " -x build.sh",
  " install",
  " run x",
  " a b c",
  " -c code",
  " -- x",
];
const elsewhere = [
  " evil.sh",
  " ./evil.sh --fast",
  " -x evil.sh",
  " evil",
  " -c evil",
  " a b evil",
  " build.sh evil",
  " --flag=evil",
];

/** Every program in some of its shapes, and with HOLDALL_STRESS in all of them. */
const isTried = (at: number) => (_: string, i: number) => Boolean(process.env.HOLDALL_STRESS) || (at + i) % 4 === 0;

describe("attack: a grant for one script that lets another run", () => {
  test("what is suggested for a program that runs its arguments allows that command and no other", () => {
    let offered = 0;
    for (const [at, start] of starts.entries()) {
      for (const shape of shapes.filter(isTried(at))) {
        const command = start + shape;
        const rules = suggested(command);
        if (rules.length === 0) continue;
        offered++;
        for (const end of elsewhere)
          if (end !== shape)
            expect(allows(rules, start + end), `${rules} for ${command} allows ${start}${end}`).toBe(false);
      }
    }
    expect(offered).toBeGreaterThan(80);
  });

  test.each([
    ["sh build.sh", ["bash(sh build.sh)"]],
    ["bash -x ./build.sh --fast", ["bash(bash -x ./build.sh --fast)"]],
    ["node tools/x.mjs", ["bash(node tools/x.mjs)"]],
    ["npx vitest run", ["bash(npx vitest run)"]],
    ["./build.sh", ["bash(./build.sh)"]],
    ["env X=1 sh build.sh", ["bash(sh build.sh)"]],
    ["timeout 5 sh build.sh", ["bash(sh build.sh)"]],
    ["sudo sh build.sh", ["bash(sudo sh build.sh)"]], // no narrower rule lets sudo through
    ["sh -c 'make all'", ["bash(make all)"]],
    ["node -p '2*3'", []],
    ["sh 'a*b.sh'", []],
    ["npm run build --watch", ["bash(npm run build:*)"]],
    ["npm run build --script-shell=./evil", ["bash(npm run build --script-shell=./evil)"]],
    ["npm run 'a b'", ["bash(npm run 'a b')"]],
    ["tool 'x:*'", []],
  ])("for %s are %j", (command, rules) => expect(suggested(command)).toEqual(rules));

  test("what stays unknown is asked about whatever was granted of it", () => {
    for (const command of ["su -c 'sh build.sh'", "echo x | sh build.sh -s", "sh build.sh $x"])
      expect(allows(suggested(command), command), command).toBe(false);
  });

  test("a wide rule for what a project's file says does not cover options that make it run something else", () => {
    for (const option of [
      "--script-shell=./evil",
      "--script-shell ./evil",
      "--node-options=--import=./evil",
      "--prefix /evil",
      "-C ../evil",
    ])
      expect(allows(["bash(npm run build:*)"], `npm run build ${option}`), option).toBe(false);
    for (const ordinary of ["--watch", "--prefix packages/a", "-- --script-shell=x", "-w a", "--if-present"])
      expect(allows(["bash(npm run build:*)"], `npm run build ${ordinary}`), ordinary).toBe(true);
    expect(allows(["bash(make:*)"], "make -f /tmp/evil.mk all")).toBe(false);
    expect(allows(["bash(make:*)"], "make -C sub all")).toBe(true);
  });
});

test("what is suggested would have allowed what was asked, for ordinary commands as well", () => {
  let offered = 0;
  const made = starts.flatMap((start, at) => shapes.filter(isTried(at)).map((shape) => start + shape));
  for (const command of [...ordinaryCommands, ...made]) {
    for (const access of accessesOf(command)) {
      const rules = suggestRules({ access: [access] }, [root]);
      if (rules.length === 0) continue;
      offered++;
      // What a wrapper gets from its input is known with the whole command alone.
      const { explain } = permissions({ rules: [{ allow: rules }], roots: [root] });
      expect(explain({ tool: bash, input: { command }, access }).effect, `${rules} for ${access.target}`).toBe("allow");
    }
  }
  expect(offered).toBeGreaterThan(150);
});

test("a program counts in the folder that was asked about, and a script or a file that goes with its content", () => {
  const access = [
    { action: "execute", target: "sh build.sh", cwd: "/app/sub", version: "v1" },
    { action: "execute", target: "sandbox:network", cwd: "/app" },
    { action: "delete", target: "/app/b.ts", version: "v2" },
    { action: "write", target: "/app/src/c.ts", cwd: "/app", version: "v3" },
  ] as const;
  expect(suggestGrants({ access }, [root])).toEqual([
    { rule: "bash(sh build.sh)", cwd: "/app/sub", version: "v1" },
    { rule: "bash(sandbox:network)", cwd: "/app" },
    { rule: "delete_file(/b.ts)", version: "v2" },
    { rule: "write_file(/src/**)" },
  ]);
});

test.each([".git/hooks/pre-commit", ".envrc", ".github/workflows/ci.yml", "sub/.vscode/tasks.json", ".husky/pre-push"])(
  "a change of %s, which can run code, is offered for no longer than once; reading it is",
  (path) => {
    for (const action of ["write", "delete"] as const)
      expect(suggestGrants({ access: [{ action, target: toPath(path, root) }] }, [root])).toEqual([]);
    expect(suggestGrants({ access: [{ action: "read", target: toPath(path, root) }] }, [root])).toHaveLength(1);
  },
);

test("beside a path that can run code, the others of a request are offered as before", () => {
  const access = ["/app/src/a.ts", "/app/.git/config"].map((target) => ({ action: "write", target }) as const);
  expect(suggestRules({ access }, [root])).toEqual(["write_file(/src/**)"]);
});

test("the start of an agent that is a program, and what it asks for, are offered for no longer than once", () => {
  expect(suggestGrants({ access: [{ action: "execute", target: "agent:other" }] }, [root])).toEqual([]);
});

test("a tool of an MCP server is granted by its name, and by no rule of commands", () => {
  const access = [{ action: "execute", target: "mcp:github/push" }] as const;
  expect(suggestRules({ access, tool: "mcp__github__push" }, [root])).toEqual(["mcp__github__push"]);
  expect(suggestRules({ access }, [root])).toEqual([]);
});
