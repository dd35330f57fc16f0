import { contentText } from "@holdall/tool-core";
import { expect, it } from "vitest";
import { play } from "../_memory.fixture.ts";

const notes = {
  "/memories/deploy.md": "# Deploy\n\nWe deploy from the main branch on Fridays.\nThe token is in the vault.\n",
  "/memories/people.md": "Ada likes short answers.\nBob reviews deploys.\n",
  "/memories/日本.md": "会議は金曜日です。\n",
  "/memories/empty.md": "",
};

async function search(query: string, limit?: number): Promise<string[]> {
  const { create, session } = play();
  for (const [path, text] of Object.entries(notes)) await create(path, text);
  const result = await session.call("memory_search", { query, limit });
  return result.ok ? (result.output as { notes: { path: string }[] }).notes.map(({ path }) => path) : [];
}

it.each([
  ["deploy", ["/memories/deploy.md", "/memories/people.md"]],
  ["DEPLOYS on friday", ["/memories/deploy.md", "/memories/people.md"]],
  ["who likes what", ["/memories/people.md"]],
  ["金曜日", ["/memories/日本.md"]],
  ["people", ["/memories/people.md"]],
  ["kubernetes", []],
])("finds %j", async (query, paths) => {
  expect(await search(query)).toEqual(paths);
});

it("shows the lines around the best one, with their numbers, and as many notes as asked for", async () => {
  const { create, session } = play();
  await create("/memories/a", `${"x\n".repeat(40)}before\nthe vault token\nbehind\n`);
  await create("/memories/b", "a token\n");
  const result = await session.call("memory_search", { query: "vault token", limit: 1 });
  expect(contentText(result.content)).toMatch(/\n {4}41\tbefore\n {4}42\tthe vault token\n {4}43\tbehind\n<\/memory/);
  expect(contentText(result.content)).toMatch(/\n1 more have some of the words; raise limit to see them\.$/);
});

it("says so when there is nothing to find, or no word in the query", async () => {
  const { session } = play();
  expect(contentText((await session.call("memory_search", { query: "deploy" })).content)).toBe(
    "No note has any of these words.",
  );
  expect(await session.call("memory_search", { query: "?!" })).toMatchObject({ error: { code: "invalid_input" } });
});
