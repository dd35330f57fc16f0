import { allow, deny, firstOf } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { openShell } from "../../tests/_portable.fixture.ts";

const files = {
  "/.hidden": "the first\n",
  "/a.txt": "the second\n",
  "/.git/config": "the third\n",
  "/src/.deep/.more/b.txt": "the fourth\n",
  "/src/c.txt": "none\n",
};

describe("grep -r", () => {
  it.each([
    ["grep -rc the . | sort", "./.git/config:1\n./.hidden:1\n./a.txt:1\n./src/.deep/.more/b.txt:1\n./src/c.txt:0\n"],
    ["grep -rl the | sort", ".git/config\n.hidden\na.txt\nsrc/.deep/.more/b.txt\n"],
    ["grep -rhe the src/ .hidden", "the fourth\nthe first\n"],
    ["egrep -r --exclude-dir=.g* --exclude-dir .deep 'f(ir|our)' / ", "/.hidden:the first\n"],
    ["grep -rl --include='*.txt' the . | sort", "./a.txt\n./src/.deep/.more/b.txt\n"],
    ["grep -rL -- the . | sort", "./src/c.txt\n"],
    ["grep the .hidden *", "a.txt:the second\n.hidden:the first\n"],
  ])("searches hidden files, too: %s", async (command, output) => {
    const ran = await openShell({ files }).run(command);
    expect(ran.output.split("\n").sort()).toEqual(output.split("\n").sort());
  });

  it.each([
    ["grep -ne second -e none a.txt src/c.txt", "a.txt:1:the second\nsrc/c.txt:1:none\n"],
    ["grep --regexp=second --regexp none -rhn --include '*.txt' .", "1:the second\n1:none\n"],
    [
      "seq 9 | grep -nA1 3; seq 9 | grep -m1 -1 5; seq 9 | grep --max-count 1 -B 1 --after-context=1 5",
      "3:3\n4-4\n4\n5\n6\n4\n5\n6\n",
    ],
    ["grep -H second a.txt; grep -Hc nothing a.txt; grep -s x missing; echo $?", "a.txt:the second\na.txt:0\n2\n"],
    ["grep --color=always -I second a.txt; grep -- -x a.txt; grep -q the a.txt && echo yes", "the second\nyes\n"],
    ["echo a | grep -vf <(echo b); echo -e 'a\\n-b' | grep -e -b", "a\n-b\n"],
  ])("has the usual spellings: %s", async (command, output) => {
    expect(await openShell({ files }).run(command)).toMatchObject({ output });
  });

  it("reports a hidden file that may not be read", async () => {
    const { run } = openShell({ files, policy: firstOf(deny({ under: "/.git" }, "Not this."), allow()) });
    const { output, notes } = await run("grep -rl the . 2>/dev/null | sort");
    expect(output).toBe("./.hidden\n./a.txt\n./src/.deep/.more/b.txt\n");
    expect(notes).toEqual([expect.stringContaining("Not this.")]);
  });
});
