import { createRegistry, type ToolError } from "@holdall/tool-core";
import { describe, expect, test } from "vitest";
import { office, openOffice, stub } from "../_office.fixture.ts";
import { conceptModel, preferring } from "./_models.fixture.ts";
import { ngramHashEmbedding } from "./ngram-hash-embedding.ts";

const notify = { query: "ping the crew" };

describe("meaning", () => {
  test("words alone do not find what they do not name, a model does", async () => {
    expect(await openOffice().names(notify)).not.toContain("send_message");
    const { tools, notes } = await openOffice({ embed: conceptModel() }).search(notify);
    expect(tools[0]).toMatchObject({ tool: "send_message", matched: "semantic" });
    expect(notes).toEqual([]);
  });

  test.each([undefined, conceptModel()])("notify the team sends a message", async (embed) => {
    expect((await openOffice({ embed }).names({ query: "notify the team" }))[0]).toBe("send_message");
  });

  test("literal asks no model, semantic asks no words", async () => {
    const embed = conceptModel();
    const { names } = openOffice({ embed });
    expect(await names({ ...notify, mode: "literal" })).not.toContain("send_message");
    expect(embed.calls).toEqual([]);
    expect((await names({ query: "agenda of an issue", mode: "semantic" }))[0]).toBe("read_calendar");
  });

  test("an exact name is first whatever the model thinks", async () => {
    const { tools } = await openOffice({ embed: conceptModel() }).search({
      query: "translate_text to notify the team",
    });
    expect(tools[0]).toMatchObject({ tool: "translate_text", matched: "exact", score: 1 });
    expect(tools[1]).toMatchObject({ tool: "send_message" });
  });

  test("a function will do", async () => {
    const model = conceptModel();
    const embed = async (texts: readonly string[]) => (await model.doEmbed({ values: [...texts] })).embeddings;
    expect((await openOffice({ embed }).names(notify))[0]).toBe("send_message");
  });

  test("semantic without a model searches by words and says so", async () => {
    const { tools, notes } = await openOffice().search({ query: "bill a customer", mode: "semantic" });
    expect(tools[0]).toMatchObject({ tool: "create_invoice" });
    expect(notes).toEqual([expect.stringContaining("no embedding model")]);
  });

  test("the n-gram model is the same every time, and says what it is", async () => {
    const model = ngramHashEmbedding({ dimensions: 64 });
    expect([model.provider, model.modelId].join("/")).toBe("local/ngram-hash-v1");
    const values = ["send a message", "sending messages", "chess"];
    const [a, b, c] = (await model.doEmbed({ values })).embeddings as number[][];
    const cosine = (x: number[], y: number[]) => x.reduce((sum, value, at) => sum + value * y[at]!, 0);
    expect(cosine(a!, b!)).toBeGreaterThan(cosine(a!, c!) + 0.3);
    expect((await ngramHashEmbedding({ dimensions: 64 }).doEmbed({ values })).embeddings[0]).toEqual(a);
  });
});

describe("calls of the model", () => {
  test("texts go in batches of the model's size, one after the other where it wants that", async () => {
    const embed = conceptModel({ batch: 3 });
    await openOffice({ embed }).search(notify);
    expect(embed.calls.map(({ length }) => length)).toEqual([1, 3, 3, 1]);
    expect(embed.together).toBe(1);
  });

  test("in parallel where it can, and vectors keep their texts", async () => {
    const late = new Map<string, () => void>();
    const embed = conceptModel({
      batch: 2,
      parallel: true,
      before: (values) => {
        if (values[0] === notify.query) return undefined;
        // The first batch waits for the last one.
        if (values[0]?.startsWith("send message")) return new Promise((resolve) => late.set("first", resolve));
        if (values[0]?.startsWith("translate text")) late.get("first")?.();
        return undefined;
      },
    });
    expect((await openOffice({ embed }).names(notify))[0]).toBe("send_message");
    expect(embed.together).toBeGreaterThan(1);
  });

  test("a tool is embedded once; what is added later, alone", async () => {
    const registry = createRegistry(office);
    const embed = conceptModel();
    const { names } = openOffice({ embed, registry });
    await names(notify);
    await names({ queries: ["erase", "agenda"] });
    expect(embed.calls.slice(2)).toEqual([["erase", "agenda"]]);
    registry.add(stub("page_staff", "Ping everyone."));
    expect((await names({ query: "tell all colleagues" })).slice(0, 2)).toContain("page_staff");
    expect(embed.calls.slice(3)).toEqual([["tell all colleagues"], [expect.stringContaining("Ping everyone.")]]);
  });

  test("vectors that the host keeps serve the next process, but not another model", async () => {
    const vectors = new Map<string, Float32Array>();
    await openOffice({ embed: conceptModel(), vectors }).search(notify);
    const again = conceptModel();
    await openOffice({ embed: again, vectors }).search(notify);
    expect(again.calls).toEqual([[notify.query]]);
    const other = conceptModel({ modelId: "other" });
    await openOffice({ embed: other, vectors }).search(notify);
    expect(other.calls.flat()).toHaveLength(1 + office.length);
  });

  test("a model whose vectors change size is asked for all of them again", async () => {
    let size = 8;
    const embed = conceptModel({ dimensions: () => size });
    const { names } = openOffice({ embed });
    await names(notify);
    size = 12;
    expect((await names(notify))[0]).toBe("send_message");
    expect(embed.calls.flat()).toHaveLength(2 * (1 + office.length));
  });

  test("when a batch fails the words still answer, with a warning, and what was embedded is kept", async () => {
    let broken = true;
    const embed = conceptModel({
      batch: 4,
      before: (values) => {
        if (broken && values.some((text) => text.startsWith("translate"))) throw new Error("quota of account 4711");
      },
    });
    const { search } = openOffice({ embed });
    const { tools, notes } = await search({ query: "bill the customer" });
    expect(tools[0]?.tool).toBe("create_invoice");
    expect(notes).toEqual(["The embedding model failed; these are the results without it."]);
    broken = false;
    const after = embed.calls.length;
    expect((await search(notify)).tools[0]?.tool).toBe("send_message");
    expect(embed.calls.slice(after).map(({ length }) => length)).toEqual([1, 3]);
  });

  test.each([
    ["too few vectors", async () => [[1, 0]].slice(1)],
    ["no numbers", async (texts: readonly string[]) => texts.map(() => [Number.NaN])],
    ["empty vectors", async (texts: readonly string[]) => texts.map(() => [])],
  ])("a model that answers with %s has failed", async (_, embed) => {
    const { tools, notes } = await openOffice({ embed }).search({ query: "bill" });
    expect(tools[0]?.tool).toBe("create_invoice");
    expect(notes).toEqual([expect.stringContaining("The embedding model failed: ")]);
  });

  test("cancelling the call cancels the model's", async () => {
    const controller = new AbortController();
    let heard: AbortSignal | undefined;
    const embed = conceptModel({
      before: (_, signal) => {
        heard = signal;
        controller.abort();
        return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
      },
    });
    const { session } = openOffice({ embed });
    const result = await session.call("tool_search", notify, { signal: controller.signal });
    expect(!result.ok && (result.error as ToolError).code).toBe("aborted");
    expect(heard?.aborted).toBe(true);
  });
});

describe("reranking", () => {
  test("a model orders what was found, names stay first", async () => {
    const { names } = openOffice({ rerank: preferring("gitlab") });
    expect((await names({ query: "open an issue" }))[0]).toBe("mcp__gitlab__create_issue");
    expect((await names({ query: "mcp__github__create_issue open issue" }))[0]).toBe("mcp__github__create_issue");
  });

  test("a function will do; when it fails the order stays, with a warning", async () => {
    const query = { query: "open an issue in a project" };
    const plain = await openOffice().names(query);
    const reverse = async (_: string, texts: readonly string[]) => texts.map((_text, at) => at);
    expect(await openOffice({ rerank: reverse }).names(query)).toEqual(plain.toReversed());
    const { tools, notes } = await openOffice({ rerank: async () => [] }).search(query);
    expect(tools.map(({ tool }) => tool)).toEqual(plain);
    expect(notes).toEqual([expect.stringContaining("The reranking model failed")]);
  });
});
