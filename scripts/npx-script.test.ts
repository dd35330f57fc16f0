import { expect, test } from "vitest";
import { npxScript } from "./npx-script.mjs";

const node = "C:\\node\\node.exe";
const npm = "C:\\npm\\bin\\npm-cli.js";
const ofNode = "C:\\node\\node_modules\\npm\\bin\\npx-cli.js";
const ofNpm = "C:\\npm\\bin\\npx-cli.js";

test.each([
  [npm, [ofNpm, ofNode], ofNpm],
  [npm, [ofNode], ofNode],
  [undefined, ["npx-cli.js", ofNode], ofNode],
  ["", ["npx-cli.js", ".\\npx-cli.js"], undefined],
  ["npm-cli.js", ["npx-cli.js", ".\\npx-cli.js", ofNode], ofNode],
])("started by npm at %j, with the files %j, npx is %j", (startedBy, files, expected) => {
  expect(npxScript(startedBy, node, (file: string) => files.includes(file))).toBe(expected);
});
