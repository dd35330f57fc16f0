import { describe, expect, it } from "vitest";
import { openShell } from "../tests/_portable.fixture.ts";

describe("a brace expansion with many words", () => {
  it.each([
    ["echo {1..25000} | wc -w", "25000\n"],
    ["echo {25000..1..2} | tr ' ' '\\n' | sed -n '10000p;$p'", "5002\n2\n"],
    ["echo {00001..10001} | tr ' ' '\\n' | tail -n 1", "10001\n"],
    ["for i in a{-1..10001}b; do :; done; echo $i", "a10001b\n"],
    ["bash -c 'echo {1..10001} | wc -w'", "10001\n"],
    [
      "n=9000; eval \"echo {1..$n} | wc -w\"; eval 'echo  \"a  b\"' '; echo c' {d,e} > out; cat out",
      "9000\na  b\nc d e\n",
    ],
  ])("has all of them: %s", async (command, output) => {
    expect(await openShell().run(command)).toMatchObject({ output, exit_code: 0 });
  });

  it.each([
    ["echo {1..200000} | wc -w", /brace expansion result limit exceeded/],
    ["echo {1..60000} | wc -w", /brace_operations work limit exceeded/],
    ["echo {1..1000000000}", /brace/],
    ['n=10001; builtin eval "echo {1..$n}"', /too many words/],
    ['n=10001; eval "echo {1..$n}"', /eval: \{1\.\.10001\}: too many words/],
  ])("is an error with the next move where there are too many: %s", async (command, error) => {
    const { output, errors, notes } = await openShell().run(command);
    expect(output).not.toMatch(/\b10000\b/);
    expect(errors).toMatch(error);
    expect(notes.join(" ")).toContain("Use `seq FIRST LAST` instead");
  });

  it("is named where a file is run in the shell itself, which expands fewer", async () => {
    const { run } = openShell({ files: { "/lib.sh": "echo {1..10001} | wc -w\n" } });
    expect((await run(". ./lib.sh")).notes.join()).toContain("/lib.sh has {1..10001}.");
    expect(await run("bash lib.sh; cat lib.sh > /dev/null")).toMatchObject({ output: "10001\n", notes: [] });
  });
});
