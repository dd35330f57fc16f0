import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ToolDocument } from "./tool-document.ts";
import { createToolIndex } from "./tool-index.ts";

const tool = (name: string, description: string, more: Partial<ToolDocument> = {}): ToolDocument => ({
  name,
  description,
  ...more,
});

const first = (query: string, ...tools: readonly ToolDocument[]): string | undefined =>
  createToolIndex(tools).search(query)[0]?.document.name;

const tools = [
  tool("mcp__github__create_issue", "Open an issue in a repository."),
  tool("mcp__github__search", "Search code, issues and pull requests."),
  tool("read_file", "Read a file of the workspace.", { aliases: ["Read"] }),
  tool("getWeather", "The weather of a city for the next days."),
  tool("search", "Look something up on the web."),
  tool("chess", "Play the game of chess."),
  tool("create_issue_comment", "Comment on an issue."),
  tool("list_tickets", "Every open ticket of a project, as a table."),
];
const index = createToolIndex(tools);
const namesOf = (query: string, limit = 5) => index.search(query, { limit }).map(({ document }) => document.name);

describe("names come first", () => {
  test.each([
    ["mcp__github__create_issue", "mcp__github__create_issue"],
    ["github.create_issue", "mcp__github__create_issue"],
    ["github/create-issue", "mcp__github__create_issue"],
    ["create_issue", "mcp__github__create_issue"],
    ["Create Issue", "mcp__github__create_issue"],
    ["CREATEISSUE", "mcp__github__create_issue"],
    ["readFile", "read_file"],
    ["Read", "read_file"],
    ["fs__read_file", "read_file"],
    ["get_weather", "getWeather"],
    ["search", "search"],
    ["`search`", "search"],
    ["open a ticket with create_issue please", "mcp__github__create_issue"],
    ["is there a getWeather thing?", "getWeather"],
  ])("%s is %s", (query, name) => {
    const [hit] = index.search(query);
    expect(hit).toMatchObject({ document: { name }, matched: "exact", score: 1 });
  });

  test.each([
    "read_file, getWeather, chess, search, list_tickets",
    "load read_file getWeather chess search and list_tickets tools",
    "read_file\ngetWeather\nchess\nsearch\nlist_tickets",
  ])("all of several in one query, in its order: %j", (query) => {
    expect(namesOf(query)).toEqual(["read_file", "getWeather", "chess", "search", "list_tickets"]);
  });

  test.each([
    "search for the rules of chess in the web",
    "see https://example.com/search",
    "chess and/or search games",
  ])("a plain word that is a name too does not take over: %s", (query) => {
    expect(index.search(query).filter(({ matched }) => matched === "exact")).toEqual([]);
  });

  test("a name that two servers have finds both", () => {
    const two = [
      tool("create_page", "A page.", { namespace: "notion" }),
      tool("create_page", "A page.", { namespace: "wiki" }),
    ];
    const both = createToolIndex(two);
    expect(both.search("create_page").map(({ document }) => document.namespace)).toEqual(["notion", "wiki"]);
    expect(both.search("wiki.create_page")[0]?.document.namespace).toBe("wiki");
    expect(both.search("mcp__wiki__create_page")[0]?.document.namespace).toBeDefined();
  });

  test("every name of any catalogue, however it is spelled", () => {
    const part = fc.stringMatching(/^[a-z]{2,7}[0-9]?$/);
    const names = fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 30,
      selector: (parts) => parts.join(""),
    });
    fc.assert(
      fc.property(names, (all) => {
        const catalogue = createToolIndex(all.map((parts) => tool(parts.join("_"), `Do ${all.flat().join(" ")}.`)));
        for (const parts of all) {
          const camel = parts.map((one, at) => (at === 0 ? one : one.charAt(0).toUpperCase() + one.slice(1))).join("");
          const spellings = [parts.join("_"), parts.join("-"), parts.join(" "), camel, parts.join("_").toUpperCase()];
          for (const query of [...spellings, `mcp__server__${parts.join("_")}`]) {
            const [hit] = catalogue.search(query, { limit: 1 });
            expect([query, hit?.document.name, hit?.matched]).toEqual([query, parts.join("_"), "exact"]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("words", () => {
  test("all words in the name come before many in the description", () => {
    const talkative = tool("z_tool", "Delete the branch, the branches, every branch: delete and delete branches.");
    const hits = createToolIndex([talkative, tool("delete_branch", "Gone for good.")]).search("delete branches now");
    expect(hits.map(({ document, matched }) => [document.name, matched])).toEqual([
      ["delete_branch", "name"],
      ["z_tool", "keyword"],
    ]);
  });

  test.each([
    ["forms of a word", "converting currencies", tool("a", "A converter of currency.")],
    ["camel case", "user profile", tool("getUserProfile", "Somebody.")],
    ["names of products", "github notifications", tool("a", "Notifications of GitHub.")],
    ["names of products the other way", "GitHub notifications", tool("a", "Notifications of github.")],
    ["digits", "s3 upload", tool("a", "Put into S3.")],
    ["a slip of the pen", "tranlsate this", tool("translate_text", "Other languages.")],
    ["a missing letter", "calender", tool("a", "The calendar.")],
    ["words spelled together", "screenshot", tool("a", "A shot of the screen.")],
    ["what others call it", "remove a picture", tool("a", "Delete one photo.")],
    ["what a thing is a kind of", "how many yen are 250 euros", tool("a", "Convert a currency.")],
    ["accents", "cafe", tool("a", "Find a café nearby.")],
    ["examples", "how warm is it", tool("a", "Meteorology.", { examples: ["How warm is it outside?"] })],
    ["parameters", "latitude", tool("a", "Meteorology.", { parameters: ["latitude"] })],
  ])("%s", (_, query, wanted) => {
    expect(first(query, tool("another", "Something else entirely."), wanted)).toBe(wanted.name);
  });

  test("all that a word may be called count for less than the word", () => {
    const talkative = tool("a_tool", "Send, post, publish, share, submit and deliver a message.");
    expect(first("notify", talkative, tool("b_tool", "Notify many people of something."))).toBe("b_tool");
  });

  test.each([
    ["日本語", "ファイルの中身を検索したい", "ファイルの全文検索をします"],
    ["中文", "帮我翻译这段文字", "把文本翻译成另一种语言"],
    ["ไทย", "ช่วยแปลภาษาให้หน่อย", "แปลภาษาต่าง ๆ"],
  ])("scripts without spaces: %s", (_, query, description) => {
    const others = ["メールを送信します", "发送电子邮件", "ส่งอีเมล"].map((text, at) => tool(`other_${at}`, text));
    expect(first(query, ...others, tool("wanted", description))).toBe("wanted");
  });

  test("equal scores are in the order of names, whatever the order they came in", () => {
    const same = ["d", "a", "c", "b", "e"].map((name) => tool(`tool_${name}`, "Water the plants."));
    const order = createToolIndex(same)
      .search("water plants")
      .map(({ document }) => document.name);
    expect(order).toEqual(["tool_a", "tool_b", "tool_c", "tool_d", "tool_e"]);
  });

  test("what is refused leaves room for the others", () => {
    const keeps = ({ name }: ToolDocument) => !name.includes("github");
    expect(index.search("create issue", { keeps }).map(({ document }) => document.name)).toContain(
      "create_issue_comment",
    );
    expect(index.search("create issue", { keeps }).every(({ document }) => keeps(document))).toBe(true);
  });
});

test.each([
  ["nothing", ""],
  ["blanks", " \n\t "],
  ["a regular expression", "^(a+)+$|[[.*.*"],
  ["emoji", "🗂️🔥👩‍👩‍👧‍👦"],
  ["a lone surrogate", "\ud800 file"],
  ["100 KB of one word", "a".repeat(100_000)],
  ["100 KB of words", Array.from({ length: 20_000 }, (_, at) => `w${at}`).join(" ")],
  ["100 KB of brackets", "[(".repeat(50_000)],
  ["100 KB of Japanese", "検索".repeat(50_000)],
  ["100 KB of dots", "a.".repeat(50_000)],
  ["100 KB of commas", ",\n".repeat(50_000)],
  ["keys of objects", "__proto__ constructor toString"],
])("a hostile query is answered: %s", (_, query) => {
  const hits = index.search(query);
  expect(hits.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
});
