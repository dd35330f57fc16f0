import { describe, expect, it } from "vitest";
import { openCatalogSession } from "./_catalog.fixture.ts";
import { loadSdk, type Message, type Outcome, type Part } from "./_sdks.fixture.ts";

/** What the model read of its calls, in order. */
const heard = ({ prompts }: Outcome): unknown[] =>
  (prompts.at(-1) ?? []).flatMap(({ role, content }: Message) =>
    role === "tool" && typeof content !== "string" ? content.map(({ output }: Part) => output) : [],
  );

const always = ["read_note", "tool_search"];
const find = (name: string) => [{ name: "tool_search", input: { query: name } }];
const book = [{ name: "book_room", input: { target_name: "attic" } }];

describe.each([6, 7] as const)("ai %i", async (version) => {
  const { deferTools, run } = await loadSdk(version);

  describe.each([false, true])("step by step, streaming: %s", (stream) => {
    it("shows what never waits, and behind it what was found from the next step on", async () => {
      const { session, catalog } = openCatalogSession();
      const outcome = await run([find("send_mail"), find("book_room"), book], {
        ...deferTools(session, catalog),
        stream,
      });
      const [first, second, third] = outcome.seen;
      expect(first).toEqual(always);
      expect(second).toEqual([...always, "send_mail"]);
      expect(third?.slice(0, 2)).toEqual(always);
      expect(third?.slice(2).toSorted()).toEqual(["book_room", "send_mail"]);
      expect(heard(outcome).at(-1)).toEqual({ type: "text", value: "book_room attic" });
    });

    it("turns a call of a tool that waits into a search for it by name, and loads it", async () => {
      const { session, catalog } = openCatalogSession();
      const outcome = await run([book, book], { ...deferTools(session, catalog), stream });
      expect(heard(outcome)).toEqual([
        { type: "text", value: "Found book_room." },
        { type: "text", value: "book_room attic" },
      ]);
      expect(outcome.seen[1]).toEqual([...always, "book_room"]);
    });
  });

  it("has what was loaded in the session's next generation, and in another process", async () => {
    const { session, catalog, open } = openCatalogSession();
    await run([find("book_room")], deferTools(session, catalog));
    const restored = open(JSON.parse(JSON.stringify(session.snapshot())));
    for (const later of [session, restored]) {
      expect((await run([book], deferTools(later, catalog))).seen[0]).toEqual([...always, "book_room"]);
    }
    expect((await run([], deferTools(open(), catalog))).seen[0]).toEqual(always);
  });

  it("spells names in the dialect", async () => {
    const { session, catalog } = openCatalogSession({ dialect: "claude" });
    const turns = [[{ name: "BookRoom", input: { target_name: "attic" } }]];
    const outcome = await run(turns, deferTools(session, catalog));
    expect(outcome.seen).toEqual([
      ["ReadNote", "ToolSearch"],
      ["ReadNote", "ToolSearch", "BookRoom"],
    ]);
  });

  it("leaves calls alone that it knows nothing of", async () => {
    const { session, catalog } = openCatalogSession();
    const outcome = await run([[{ name: "fly_away", input: {} }]], deferTools(session, catalog));
    expect(JSON.stringify(heard(outcome))).toMatch(/fly_away.*(not available|unavailable)|unavailable.*fly_away/);
  });

  it("sends all tools where nothing waits, and nothing to search with", async () => {
    const { session, catalog } = openCatalogSession({ waits: false });
    const settings = deferTools(session, catalog);
    expect(Object.keys(settings)).toEqual(["tools"]);
    expect((await run([book], settings)).seen[0]).toEqual(["book_room", "send_mail", "read_note"]);
  });

  it("hides nothing for good: without a search there is an error", () => {
    const { session, catalog } = openCatalogSession();
    session.registry.remove("tool_search");
    expect(() => deferTools(session, catalog)).toThrow(/2 tools are deferred, but there is no tool_search/);
    expect(Object.keys(deferTools(session, catalog, { by: "anthropic" }).tools)).toHaveLength(3);
  });

  it("by Anthropic: sends every tool in every step, marked, and references for what was found", async () => {
    const { session, catalog } = openCatalogSession();
    const settings = deferTools(session, catalog, { by: "anthropic" });
    const outcome = await run([find("book_room"), book, find("xyzzy")], settings);
    const all = [...always, "book_room", "send_mail"];
    expect(outcome.seen).toEqual([all, all, all, all]);
    const marked = outcome.tools.filter(({ providerOptions }) => providerOptions);
    expect(marked.map(({ name, providerOptions }) => [name, providerOptions])).toEqual([
      ["book_room", { anthropic: { deferLoading: true } }],
      ["send_mail", { anthropic: { deferLoading: true } }],
    ]);
    expect(heard(outcome)).toMatchObject([
      {
        type: "content",
        value: [{ type: "custom", providerOptions: { anthropic: { type: "tool-reference", toolName: "book_room" } } }],
      },
      { type: "text", value: "book_room attic" },
      { type: "text", value: "Found nothing." },
    ]);
    expect(outcome.warnings).toEqual([]);
  });
});

describe("by ai 7's toolSearch", async () => {
  const { deferTools, toolSearch, run } = await loadSdk(7);

  it("searches with the session's search, and goes on where the session left off", async () => {
    const { session, catalog } = openCatalogSession();
    const outcome = await run([find("book_room"), book], deferTools(session, catalog, { by: toolSearch }));
    expect(outcome.seen).toEqual([always, [...always, "book_room"], [...always, "book_room"]]);
    expect(heard(outcome).at(-1)).toEqual({ type: "text", value: "book_room attic" });
    const next = await run([book], deferTools(session, catalog, { by: toolSearch }));
    expect(next.seen[0]).toEqual([...always, "book_room"]);
  });

  it("turns a call of a tool that waits into a search for it by name", async () => {
    const { session, catalog } = openCatalogSession();
    const outcome = await run([book, book], deferTools(session, catalog, { by: toolSearch }));
    expect(heard(outcome).at(-1)).toEqual({ type: "text", value: "book_room attic" });
  });
});
