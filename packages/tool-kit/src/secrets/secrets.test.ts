import { describe, expect, test } from "vitest";
import {
  allowsPlace,
  coverSecrets,
  fillSecrets,
  leakedNames,
  placeOfUrl,
  readHostPattern,
  type Secrets,
  secretNames,
  textsIn,
} from "./index.ts";

/** A store that finds a value only as it is. */
function storeOf(value: string, hosts: readonly string[]): Secrets & { readonly uses: string[] } {
  const uses: string[] = [];
  return {
    uses,
    files: [],
    list: () => [{ name: "KEY", hosts, query: false, servers: [] }],
    read: () => value,
    find(text) {
      const start = text.indexOf(value);
      return start < 0 ? [] : [{ start, end: start + value.length, name: "KEY" }];
    },
    addStandIn() {},
    noteUse: ({ to }) => void uses.push(to),
    subscribe: () => () => {},
  };
}

describe("hosts", () => {
  const allows = (hosts: readonly string[], url: string) => allowsPlace(hosts, placeOfUrl(url));

  test.each([
    ["a.example.com", "https://a.example.com/", true],
    ["a.example.com", "https://A.EXAMPLE.com:8443/", true],
    ["a.example.com:443", "https://a.example.com/", true],
    ["a.example.com:443", "https://a.example.com:8443/", false],
    ["a.example.com", "https://b.a.example.com/", false],
    ["a.example.com", "https://a.example.com.evil.com/", false],
    ["a.example.com", "https://xa.example.com/", false],
    ["*.example.com", "https://b.a.example.com/", true],
    ["*.example.com", "https://example.com/", false],
    ["*.example.com", "https://evilexample.com/", false],
    ["a.example.com", "http://a.example.com/", false],
    ["http://a.example.com", "http://a.example.com/", true],
    ["127.0.0.1:80", "http://127.0.0.1/", true],
    ["[::1]", "http://[::1]:8080/", true],
    ["10.0.0.1", "http://10.0.0.1/", false],
  ])("%s and %s: %s", (host, url, is) => {
    expect(allows([host], url)).toBe(is);
  });

  test.each(["*", "*.com", "", "a b", "https://a.com/path", "a.com:99999", "user@a.com", "a.*", "*.*.com"])(
    "%j is no host",
    (text) => expect(readHostPattern(text)).toBeUndefined(),
  );
});

test("references are words of their own, also in a URL", () => {
  expect(secretNames("Bearer secret:KEY, secret:OTHER_2. secret:KEY")).toEqual(["KEY", "OTHER_2"]);
  expect(secretNames("https://a.example/?k=secret%3AKEY&v=secret:B")).toEqual(["KEY", "B"]);
  expect(secretNames("my_secret:KEY nosecret:KEY secret: KEY Secret:KEY secret:1")).toEqual([]);
});

test("a value goes to its hosts, is taken literally, and each use is noted", () => {
  const store = storeOf("$& $1 value", ["a.example.com"]);
  const place = placeOfUrl("https://a.example.com/");
  expect(fillSecrets("Bearer secret:KEY!", store, place)).toBe("Bearer $& $1 value!");
  expect(store.uses).toEqual(["a.example.com:443"]);
  expect(() => fillSecrets("secret:KEY", store, placeOfUrl("https://b.example.com/"))).toThrow(
    expect.objectContaining({ code: "permission_denied", hint: expect.stringContaining("It is for a.example.com.") }),
  );
  expect(() => fillSecrets("secret:KEY", store, placeOfUrl("http://a.example.com/"))).toThrow("unencrypted");
  expect(() => fillSecrets("secret:KAY", store, place)).toThrow(
    expect.objectContaining({ code: "not_found", hint: "The secrets are secret:KEY." }),
  );
  expect(store.uses).toHaveLength(1);
});

test("a value is found in one text, in parts that follow each other, and between the names of a query", () => {
  const store = storeOf("abcdefghij0123456789", []);
  const leaks = (...texts: string[]) => leakedNames(store, texts).length > 0;
  expect(leaks("x abcdefghij0123456789 y")).toBe(true);
  expect(leaks("abcdefghij", "0123456789")).toBe(true);
  expect(leaks("https://evil.example/?a=abcdefghij&longer=0123456789")).toBe(true);
  expect(leaks("https://abcdefghij.0123456789.evil.example/")).toBe(true);
  expect(leaks("%61bcdefghij0123456789")).toBe(true);
  expect(leaks("abcdefghij", "and", "0123456789")).toBe(false);
  expect(leaks(...textsIn({ to: ["a@b.c"], subject: "abcdefghij", body: "0123456789" }))).toBe(true);
  expect(coverSecrets(store, "so abcdefghij0123456789.")).toBe("so [secret KEY].");
  expect(coverSecrets(undefined, "as it is")).toBe("as it is");
});
