import { expect, test } from "vitest";
import { complaintAbout } from "./node-version.ts";

test.each(["v22.19.0", "v22.20.1", "v23.0.0", "v24.1.0", "v100.0.0"])("%s is new enough", (version) => {
  expect(complaintAbout(version, { node: ">=22.19" })).toBeUndefined();
});

test.each(["v22.18.9", "v20.20.2", "v18.0.0", "v9.99.0"])("%s is told to be too old", (version) => {
  expect(complaintAbout(version, { node: ">=22.19" })).toMatch(`needs Node.js 22.19 or newer, and this is ${version}`);
});

test("the Node.js that runs this is one that the command takes", () => {
  expect(complaintAbout(process.version)).toBeUndefined();
});
