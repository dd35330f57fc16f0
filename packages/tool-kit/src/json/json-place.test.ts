import { expect, test } from "vitest";
import { jsonPlace } from "./json-place.ts";

test.each([
  ['{"a": x}', "line 1, column 7"],
  ['{\n  "a": 1,\n  "b" 2\n}', "line 3, column 7"],
  ['{"a": [1, 2}', "line 1, column 12"],
  ['{"a": 1,}', "line 1, column 9"],
  ['{"a": 1\n', "line 2, column 1"],
  ["", "line 1, column 1"],
  ["[] []", "line 1, column 4"],
  ['{"a": "b\nc"}', "line 1, column 7"],
  ["// a comment\n{}", "line 1, column 1"],
])("%j stops being JSON at %s", (text, place) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(jsonPlace(text)).toBe(place);
});
