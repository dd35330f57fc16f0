import { win32 } from "node:path";
import { expect, test } from "vitest";
import { spawnWords } from "./spawn-words.ts";

const files = [
  "C:\\node\\node.exe",
  "C:\\node\\npx.cmd",
  "C:\\my app\\run.BAT",
  "C:\\work\\evil.exe",
  "C:\\work\\bin\\t.exe",
];
const search = {
  platform: "win32",
  environment: { Path: "C:\\node;C:\\my app" },
  programAt: (file: string) => files.find((each) => each.toLowerCase() === file.toLowerCase()),
} as const;
const words = (...command: string[]) => spawnWords(command, "C:\\work", search);

test("elsewhere than on Windows a command is passed on as it is", () => {
  const args = ['a "b"', "%PATH%", ""];
  expect(spawnWords(["npx", ...args], "/work", { platform: "linux" })).toEqual({
    ...{ file: "npx", args, windowsVerbatimArguments: false },
  });
});

test("on Windows a program is started by its whole path, and its arguments are for Node to quote", () => {
  expect(words("node", 'a "b"', "%x%")).toEqual({
    ...{ file: "C:\\node\\node.exe", args: ['a "b"', "%x%"], windowsVerbatimArguments: false },
  });
  expect(words("bin\\t").file).toBe("C:\\work\\bin\\t.exe");
  expect(words("./bin/t.exe").file).toBe("C:\\work\\bin\\t.exe");
  expect(words("C:/node/node").file).toBe("C:\\node\\node.exe");
});

test("on Windows a program of the current folder does not take the place of a missing one", () => {
  const { file } = words("evil");
  expect(win32.isAbsolute(file)).toBe(true);
  expect(file).toMatch(/\\System32\\evil$/);
});

test("on Windows a batch file is started by cmd.exe, each word in quotes", () => {
  const { file, args, windowsVerbatimArguments } = words("npx", "-y", "a&b|c>d^e (f)", "C:\\dir\\", "", "x!y!");
  expect(file).toMatch(/\\System32\\cmd\.exe$/);
  expect(windowsVerbatimArguments).toBe(true);
  expect(args).toEqual([
    ...["/d", "/s", "/v:off", "/c"],
    String.raw`""C:\node\npx.cmd" "-y" "a&b|c>d^e (f)" "C:\dir\\" "" "x!y!""`,
  ]);
  expect(words("run").args.at(-1)).toBe('""C:\\my app\\run.bat""');
});

test.each(['a"b', "100%", "%PATH%", "a\nb", "a\r", "a\0"])(
  "on Windows a batch file gets no argument that it would change: %j",
  (argument) => {
    expect(() => words("npx", argument)).toThrow("is a batch file");
    expect(words("node", argument).args).toEqual([argument]);
  },
);

test("on Windows no argument ends its quotes, whatever it holds", () => {
  const parts = ["\\", "\\\\", "&calc", "^", " ", "a", "|", "<", ">", "(", ")", ";", ",", "=", "'", "`", "~", "é"];
  for (const one of parts)
    for (const two of parts)
      for (const three of parts) {
        const line = words("npx", one + two + three, "next").args.at(-1) ?? "";
        // What a program makes of the words: a backslash counts only before a quote.
        const read = Array.from(line.slice(1, -1).matchAll(/"((?:\\+"|[^"])*?)" ?(?=$|")/g), ([, word = ""]) =>
          word.replace(/\\+$/, (end) => end.slice(end.length / 2)),
        );
        expect(read).toEqual(["C:\\node\\npx.cmd", one + two + three, "next"]);
      }
});
