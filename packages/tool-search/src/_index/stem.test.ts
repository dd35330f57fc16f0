import { expect, test } from "vitest";
import { stem } from "./stem.ts";

test.each([
  "create creates created creating creation creator",
  "convert converts converting converter conversion",
  "delete deletes deleted deleting deletion",
  "query queries queried",
  "running runs runner run",
  "translate translation translations translator translating",
  "organize organization organizing",
  "file files filing",
  "deploy deploys deployed deployment deploying",
  "address addresses",
])("forms meet: %s", (forms) => {
  const stems = forms.split(" ").map(stem);
  // One form in a family may go its own way: `conversion` is spelled unlike `convert`.
  expect(new Set(stems).size).toBeLessThanOrEqual(forms.includes("conversion") ? 2 : 1);
});

test.each(["s3", "base64", "検索", "bus", "api", "status", "news"])("%s stays nearly as it is", (word) => {
  expect(word.startsWith(stem(word))).toBe(true);
  expect(word.length - stem(word).length).toBeLessThanOrEqual(1);
});

test.each([
  ["communication", "community"],
  ["message", "mess"],
  ["comment", "com"],
  ["private", "privilege"],
  ["create", "crew"],
])("%s is not %s", (a, b) => {
  expect(stem(a)).not.toBe(stem(b));
});
