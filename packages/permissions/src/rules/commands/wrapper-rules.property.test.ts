import { analyzeCommand, commandAccess } from "@holdall/shell-analysis";
import { type Tool, toPath } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { permissions, type RuleSet } from "../../permissions.ts";
import { lintRules } from "../suggest/lint-rules.ts";
import { suggestRules } from "../suggest/suggest-rules.ts";

const root = toPath("/home/me/app");
const bash = { name: "bash", title: "Bash", category: "shell", hints: {} } as unknown as Tool;

const accessesOf = (command: string) => commandAccess(analyzeCommand(command, { cwd: root, home: "/home/me" }));

function evaluate(command: string, rules: RuleSet): string {
  const { explain } = permissions({ rules: [rules], roots: [root], home: "/home/me" });
  const effects = accessesOf(command)
    .filter(({ action }) => action === "execute")
    .map((access) => explain({ tool: bash, input: { command }, access }).effect);
  return effects.sort().at(-1) ?? "nothing";
}

type Wrap = (words: string) => string;
const quoted = (text: string) => `'${text.split("'").join(`'\\''`)}'`;
const before =
  (start: string): Wrap =>
  (words) =>
    `${start} ${words}`;
const script =
  (start: string, end = ""): Wrap =>
  (words) =>
    `${start} ${quoted(words)}${end}`;

/** Ways to start a program through another: the wrapper's name, how it is written, and whether it adds something. */
const plain: readonly (readonly [string, Wrap])[] = [
  ["time", before("time")],
  ["time", before("time -p")],
  ["timeout", before("timeout 5")],
  ["timeout", before("timeout -k 3 -s KILL 5")],
  ["nice", before("nice -n 5")],
  ["nohup", before("nohup")],
  ["stdbuf", before("stdbuf -oL")],
  ["ionice", before("ionice -c 3")],
  ["command", before("command")],
  ["builtin", before("builtin")],
  ["exec", before("exec")],
  ["exec", before("exec -a x")],
  ["env", before("env")],
  ["env", before("env -i CI=1")],
  ["busybox", before("busybox")],
  ["sh", script("sh -c")],
  ["bash", script("bash -lc", " x y")],
  ["zsh", script("zsh -c")],
  ["eval", script("eval")],
  ["eval", before("eval")],
  ["trap", script("trap", " EXIT")],
  ["xargs", (words) => `git ls-files | xargs -n 1 ${words}`],
];
const adding: readonly (readonly [string, Wrap])[] = [
  ["sudo", before("sudo")],
  ["sudo", before("/usr/bin/sudo -n -u other")],
  ["sudo", before("sudo --user=other --")],
  ["doas", before("doas -u other")],
  ["su", (words) => `su -c ${quoted(words)} other`],
  ["su", (words) => `su other --command=${quoted(words)}`],
  ["runuser", before("runuser -u other --")],
  ["pkexec", before("pkexec")],
  ["chroot", before("chroot /x")],
  ["unshare", before("unshare -r")],
  ["nsenter", before("nsenter -t 1 -m")],
  ["setsid", before("setsid -w")],
  ["script", (words) => `script -qc ${quoted(words)} /dev/null`],
  ["watch", before("watch -n 1")],
  ["watch", script("watch")],
  ["flock", before("flock x")],
  ["flock", script("flock x -c")],
  ["parallel", (words) => `parallel ${words} ::: a b`],
  ["systemd-run", before("systemd-run")],
  ["strace", before("strace")],
];
const wrapped = ["rm x", "ls", "npm test", "git push origin main", "a 'b c' --d", "/bin/rm -rf y"];
/** What comes in only when it runs may be options, which make some programs start others. */
const isOpen = (name: string, words: string) =>
  name === "parallel" || (name === "xargs" && !/^(rm|ls)|\/rm/.test(words));
const nameOf = (words: string) => words.split(" ")[0]?.split("/").at(-1) ?? "";

describe("a rule holds for a program that wraps and for the one that is wrapped", () => {
  const cases = [...plain, ...adding].flatMap(([name, wrap]) =>
    wrapped.map((words) => [wrap(words), name, words] as const),
  );

  it.each(cases)("%s: deny of %s, and of what it starts (%s)", (command, name, words) => {
    expect(evaluate(command, { allow: ["bash"], deny: [`bash(${name}:*)`] })).toBe("deny");
    expect(evaluate(command, { allow: ["bash"], deny: [`bash(${nameOf(words)}:*)`] })).toBe("deny");
    expect(evaluate(command, { allow: ["bash"], ask: [`bash(${name}:*)`] })).toBe("ask");
    const other = evaluate(command, { allow: ["bash"], deny: ["bash(other:*)"] });
    expect(other).toBe(isOpen(name, words) ? "ask" : "allow");
  });

  it("in any order and as deep as they stand in each other, deny wins", () => {
    const all = [...plain, ...adding];
    for (let i = 0; i < all.length; i++) {
      const [outer, inner] = [all[i]!, all[(i * 7 + 3) % all.length]!];
      if (outer[0] === "xargs" || inner[0] === "xargs") continue;
      const command = outer[1](inner[1]("rm x"));
      for (const denied of [outer[0], inner[0], "rm"])
        expect(evaluate(command, { allow: ["bash"], deny: [`bash(${denied}:*)`] }), `${denied} in ${command}`).toBe(
          "deny",
        );
    }
  });

  it("where options of a wrapper are not known, any of the next words may be the program", () => {
    for (const command of ["nice --what 5 rm x", "sudo --what y rm x", "xargs --what rm x", "strace -o f rm x"])
      expect(evaluate(command, { allow: ["bash"], deny: ["bash(rm:*)"] }), command).toBe("deny");
  });

  it("a rule with both is met whatever options stand between them", () => {
    for (const command of ["sudo rm x", "sudo -n rm x", "/usr/bin/sudo -u a rm -rf x", "timeout 5 sudo rm x"])
      expect(evaluate(command, { allow: ["bash"], deny: ["bash(sudo rm:*)"] }), command).toBe("deny");
    expect(evaluate("sudo ls", { allow: ["bash"], deny: ["bash(sudo rm:*)"] })).toBe("allow");
  });
});

describe("what allows a wrapped program", () => {
  it.each(adding)("a rule for it alone never allows %s", (_, wrap) => {
    for (const words of wrapped) {
      expect(evaluate(wrap(words), { allow: wrapped.map((each) => `bash(${nameOf(each)}:*)`) }), words).toBe("ask");
      expect(evaluate(wrap(words), { allow: ["bash(sudo:*)", `bash(${wrap("").split(" ")[0]}:*)`] }), words).toBe(
        "ask",
      );
    }
  });

  it.each(plain)("a rule for it alone is enough behind %s, and one for the wrapper is not", (name, wrap) => {
    expect(evaluate(wrap("ls"), { allow: ["bash(ls:*)", "bash(git:*)"] })).toBe("allow");
    expect(evaluate(wrap("ls"), { allow: [`bash(${name}:*)`, "bash(git:*)"] })).toBe("ask");
  });

  it.each([
    ["sudo ls -l", ["bash(sudo:*)", "bash(ls:*)"], "allow"],
    ["sudo ls -l", ["bash(sudo ls:*)"], "allow"],
    ["sudo ls", ["bash(sudo ls)"], "allow"],
    ["sudo ls -l", ["bash(sudo ls)"], "ask"],
    ["sudo rm x", ["bash(sudo ls:*)"], "ask"],
    ["sudo -n ls", ["bash(sudo -n ls:*)"], "allow"],
    ["sudo timeout 5 rm x", ["bash(sudo timeout:*)"], "ask"],
    ["sudo timeout 5 rm x", ["bash(sudo timeout 5 rm:*)"], "allow"],
    ["timeout 60 npm test", ["bash(timeout 60 npm test)"], "allow"],
    ["timeout 60 npm test", ["bash(timeout 60:*)"], "ask"],
    ["bash -c 'npm test; ls'", ["bash(bash -c 'npm test; ls')"], "allow"],
    ["bash -c 'npm test; ls'", ["bash(npm test)", "bash(ls)"], "allow"],
    ["bash -c 'npm test; ls'", ["bash(npm test)"], "ask"],
    ["bash -c 'npm test; ls'", ["bash(bash -c:*)"], "ask"],
    ["sudo python3 -c 'x'", ["bash(sudo python3:*)"], "ask"],
    ["sudo python3 -c 'x'", ["bash(sudo python3 -c:*)"], "allow"],
    ["sudo LD_PRELOAD=x ls", ["bash(sudo:*)", "bash(ls:*)"], "ask"],
    ["sudo --chdir /x ls", ["bash(sudo:*)", "bash(ls:*)"], "ask"],
    ["chroot /x ls", ["bash(chroot:*)", "bash(ls:*)"], "ask"],
    ["sudo ls", ["bash(*)"], "allow"],
  ])("%s with %j: %s", (command, allow, effect) => expect(evaluate(command, { allow })).toBe(effect));
});

it("a question names the wrapper, and what is suggested for it allows exactly that", () => {
  const suggested = (command: string) => suggestRules({ access: accessesOf(command) });
  expect(accessesOf("sudo -n ls x; ls x")).toMatchObject([
    { target: "sudo -n ls x" },
    { target: "ls x" },
    { action: "read" },
  ]);
  expect(suggested("sudo ls -l")).toEqual(expect.arrayContaining(["bash(sudo ls -l)"]));
  expect(evaluate("sudo ls -l", { allow: ["bash(sudo ls -l)"] })).toBe("allow");
  expect(suggested("timeout 60 npm test")).toEqual(["bash(npm test:*)"]);
  expect(suggested("bash -c 'npm test; git push'")).toEqual(["bash(npm test:*)", "bash(git push:*)"]);
  expect(suggested("git reset --hard HEAD")).toEqual(["bash(git reset --hard HEAD)"]);
  expect(
    suggestRules(
      {
        access: [
          { action: "delete", target: "/" },
          { action: "delete", target: "/home/me" },
        ],
      },
      [root],
    ),
  ).toEqual([]);
});

it("a linter says what rules for wrappers do", () => {
  const said = (rule: string) =>
    lintRules({ allow: [rule] })
      .map(({ problem }) => problem)
      .join();
  expect(said("bash(sudo:*)")).toMatch(/needs its own rule/);
  expect(said("bash(timeout:*)")).toMatch(/has no effect/);
  expect(said("bash(sudo ls:*)")).toBe("");
  expect(said("bash(bash:*)")).toMatch(/any script/);
});
