import { memoryBackend } from "@holdall/backends-memory";
import { encodeResult } from "@holdall/tool-core";
import { expect, test, vi } from "vitest";
import { codebaseSearch } from "./codebase-search.ts";
import { openCode, shop } from "./tests/_code.fixture.ts";

test("a question finds the code, the definition in it and why", async () => {
  const { search } = openCode();
  const { results, indexed } = await search("how is an article put into the cart");
  expect(indexed).toBe(5);
  expect(results[0]).toMatchObject({ path: "/src/cart.ts", score: 1 });
  expect(results[0]?.why.join()).toMatch(/words: .*article.*path: cart/s);
  expect(results[0]?.content).toContain("addItem(name: string)");
});

test("a name leads to its definition, with its signature", async () => {
  const { search } = openCode();
  const [first] = (await search("priceOf")).results;
  expect(first).toMatchObject({ path: "/src/prices.ts", symbol: "priceOf", line: 3 });
  expect(first?.signature).toContain("priceOf(name: string): number");
  expect(first?.why).toContain("defines priceOf");
});

test("lines are those of the file, and long texts are shown in part", async () => {
  const body = Array.from({ length: 200 }, (_, i) => `  const value${i} = ${i};`).join("\n");
  const { put, search } = openCode();
  await put(
    "/src/long.ts",
    `export function longOne() {\n${body}\n}\n\nexport function shortOne() {\n  return 1;\n}\n`,
  );
  const [first] = (await search("longOne")).results;
  expect([first?.line, first?.end_line]).toEqual([1, 40]);
  const [other] = (await search("shortOne")).results;
  expect(other).toMatchObject({ content: "export function shortOne() {\n  return 1;\n}", line: 204, end_line: 206 });
});

test.each([
  ["paths as one text", { query: "priceOf", paths: "src" }],
  ["an empty list of paths", { query: "priceOf", paths: [] }],
  ["Cursor's names", { query: "priceOf", target_directories: ["src"], explanation: "to know" }],
  ["one folder", { query: "priceOf", directory: "/src" }],
  ["numbers as text", { query: "priceOf", limit: "3" }],
  ["more than there may be", { query: "priceOf", limit: 500 }],
])("%s: understood", async (_, input) => {
  const { paths } = openCode();
  expect((await paths(input))[0]).toBe("/src/prices.ts");
});

test("camel callers get Moldable's results", async () => {
  const { session, backend } = openCode({ session: { dialect: "camel" } });
  const result = await session.call("codebaseSearch", { query: "priceOf", targetDirectories: ["src"] });
  expect(encodeResult(codebaseSearch({ backend }), result, "camel")).toMatchObject({
    results: [
      { file: "/src/prices.ts", startLine: 3, endLine: 6, content: expect.stringContaining("priceOf"), relevance: 1 },
      {},
    ],
  });
});

test("a test is found below the code, left out, or ranked as code", async () => {
  const { paths, search } = openCode();
  const query = "an item is added to the cart";
  const all = await paths(query);
  expect(all.indexOf("/src/cart.ts")).toBeLessThan(all.indexOf("/src/cart.test.ts"));
  expect(await paths({ query, include_tests: false })).not.toContain("/src/cart.test.ts");
  const scoreOf = async (include_tests?: boolean) =>
    (await search({ query, include_tests })).results.find(({ path }) => path === "/src/cart.test.ts")?.score ?? 0;
  expect(await scoreOf(true)).toBeGreaterThan((await scoreOf()) * 2);
});

test("nothing found says how many files were searched", async () => {
  const { text } = openCode();
  expect(await text({ query: "zebra quagga" })).toBe("None of 5 files has any of these words. Use other words.");
});

test("a path that is not there, and a query without words, are errors with a next move", async () => {
  const { session } = openCode();
  expect(await session.call("codebase_search", { query: "cart", paths: ["lib"] })).toMatchObject({
    error: { code: "not_found", message: "/lib does not exist." },
  });
  expect(await session.call("codebase_search", { query: "?!" })).toMatchObject({ error: { code: "invalid_input" } });
});

test("ignored, binary, generated and large files are left out and counted", async () => {
  const { search } = openCode({
    backend: memoryBackend({
      files: {
        ...shop,
        "/.gitignore": "build\n",
        "/build/cart.js": shop["/src/cart.ts"]!,
        "/logo.png": "cart",
        "/data": new Uint8Array([99, 97, 114, 116, 0]),
        "/yarn.lock": "cart",
        "/bundle.js": `cart.item(${"x,".repeat(20_000)})`,
        "/big.txt": `cart\n${"line\n".repeat(300_000)}`,
      },
    }),
  });
  const { results, left_out, indexed } = await search("cart item");
  expect(results.map(({ path }) => path).sort()).toEqual(["/docs/cart.md", "/src/cart.test.ts", "/src/cart.ts"]);
  expect({ ...left_out, indexed }).toEqual({ binary: 2, generated: 2, too_large: 1, indexed: 5, ignored: 1 });
});

test("an embedding and a reranking model change the order, and one that fails is said to have", async () => {
  const query = "item cart";
  const likes = (name: string) => (texts: readonly string[]) =>
    texts.map((text) => (text.startsWith(name) || text === query ? [1, 0] : [0, 1]));
  const embedded = openCode({ embedding: async (texts) => likes("/docs/cart.md")(texts) });
  expect((await embedded.paths(query)).indexOf("/docs/cart.md")).toBeLessThan(
    (await openCode().paths(query)).indexOf("/docs/cart.md"),
  );
  const reranked = openCode({ rerank: async (_, texts) => texts.map((text) => (text.startsWith("/docs") ? 1 : 0)) });
  expect((await reranked.paths(query))[0]).toBe("/docs/cart.md");
  const failing = openCode({ embedding: () => Promise.reject(new Error("no quota")) });
  expect((await failing.search(query)).notes).toEqual([
    "The embedding failed (no quota): results are ranked without it.",
  ]);
  expect(await failing.paths(query)).toEqual(await openCode().paths(query));
});

test("an index without room searches the other files for words, and says so", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [`/f${i % 100}/file${i}.ts`, `export const value${i} = ${i};\n`]),
  );
  const backend = memoryBackend({ files: { ...files, "/z/last.ts": "export const needle = 1; // in the haystack\n" } });
  const { search } = openCode({ backend, maxIndexBytes: 2_000_000 });
  // On a busy machine, time ends a search before its last file, which its notes say.
  let answer = await search("needle in the haystack");
  const again = async () => {
    answer = await search("needle in the haystack");
    return answer.notes;
  };
  await expect.poll(again, { timeout: 25_000 }).toBeUndefined();
  const { results, indexed, left_out } = answer;
  const { beyond_index = 0 } = left_out ?? {};
  expect(results[0]).toMatchObject({ path: "/z/last.ts", why: ["words: 2 of 2, not indexed"] });
  expect(beyond_index).toBeGreaterThan(5_000);
  expect(indexed + beyond_index).toBe(20_001);
}, 30_000);

test("the first answer in a large tree comes from its likeliest files, and says that the index is growing", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 149 }, (_, i) => [`/a/file${i}.ts`, `export const a${i} = ${i};\n`]),
  );
  const backend = memoryBackend({ files: { ...files, "/z/deep/voucher.ts": "export const redeem = 1; // voucher\n" } });
  const { search } = openCode({ backend });
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  const first = await search("where is a voucher redeemed").finally(() => clock.mockRestore());
  expect(first.indexed).toBe(100);
  expect(first.results[0]?.path).toBe("/z/deep/voucher.ts");
  expect(first.notes?.join()).toContain("still growing: 50 files");
  await expect
    .poll(async () => (await search("where is a voucher redeemed")).notes, { timeout: 10_000 })
    .toBeUndefined();
  expect((await search("a148")).results[0]?.path).toBe("/a/file148.ts");
});
