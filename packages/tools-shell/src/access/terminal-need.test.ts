import { analyzeCommand } from "@holdall/shell-analysis";
import { toPath } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { terminalNeed } from "./terminal-need.ts";

const need = (command: string) => terminalNeed(analyzeCommand(command, { cwd: toPath("/w") }));

test.each([
  ["vim a.txt", "vim"],
  ["cat a | vi -", "vi"],
  ["cd x && /usr/bin/nano a", "nano"],
  ["emacs a.el", "emacs"],
  ["timeout 5 htop", "htop"],
  ["top", "top"],
  ["watch -n 1 ls", "watch"],
])("%s needs a terminal", (command, name) => {
  expect(need(command)).toBe(name);
});

test.each([
  ["vim -es -c '%s/a/b/' -c wq a"],
  ["nvim --headless +qa"],
  ["emacs --batch -l a.el"],
  ["top -b -n 1"],
  ["vim --version"],
  ["which vim"],
  ["echo vim"],
])("%s does without", (command) => {
  expect(need(command)).toBeUndefined();
});
