import { APICallError } from "ai";
import { describe, expect, test } from "vitest";
import { waitToRetry } from "./retry.ts";
import { failureOf, isOverflow } from "./turn-failure.ts";

const refused = (statusCode: number, message: string, responseHeaders = { "retry-after-ms": "1" }) =>
  new APICallError({
    ...{ message, statusCode, responseHeaders, url: "https://api.example/v1", requestBodyValues: {} },
    responseBody: JSON.stringify({ error: { message } }),
  });

describe("a conversation that is too long", () => {
  test.each([
    [400, "This model's maximum context length is 4096 tokens."],
    [400, "prompt is too long: 210000 tokens > 200000 maximum"],
    [400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."],
    [422, "Input is too long for requested model."],
    [400, "prompt token count of 140000 exceeds the limit of 128000"],
    [400, "This model's maximum prompt length is 131072 but the request contains 200000 tokens."],
    [500, "the request exceeds the available context size (8192 tokens)"],
    [400, "Please reduce the length of the messages or completion."],
    [400, "Your request exceeded model token limit: 262144"],
    [413, "Payload Too Large"],
    [200, "Maximum context length exceeded"],
  ])("is recognized by %i %s", (status, message) => expect(isOverflow(refused(status, message))).toBe(true));

  test("is recognized in the error of a stream, which has no status", () =>
    expect(isOverflow({ code: "context_length_exceeded", message: "Too long." })).toBe(true));

  test.each([
    [401, "The context length of this key is wrong"],
    [429, "Rate limit: maximum 30000 tokens per minute"],
    [400, "max_tokens must be at least 1"],
    [503, "busy"],
  ])("is not what %i %s means", (status, message) => expect(isOverflow(refused(status, message))).toBe(false));
});

describe("a request that failed", () => {
  const wait = async (error: unknown, done = 0, signal = new AbortController().signal) => {
    const notes: string[] = [];
    const again = await waitToRetry(error, done, { retries: 2, signal, note: (text) => notes.push(text) });
    return { again, notes };
  };

  test("is tried again, which the person is told, as often as allowed", async () => {
    expect(await wait(refused(503, "busy"))).toEqual({
      again: true,
      notes: ["api.example answered 503: busy; again in 1 s (1 of 2)"],
    });
    expect((await wait(refused(429, "slow down"), 1)).notes[0]).toContain("again in 1 s (2 of 2)");
    expect(await wait(refused(503, "busy"), 2)).toEqual({ again: false, notes: [] });
  });

  test("waits two seconds where the provider does not say how long, unless the person stops it", async () => {
    const stop = new AbortController();
    const waiting = wait(refused(503, "busy", {} as never), 0, stop.signal);
    stop.abort();
    expect(await waiting).toEqual({ again: false, notes: [expect.stringContaining("again in 2 s (1 of 2)")] });
  });

  test.each([
    [429, "You exceeded your current quota, please check your plan and billing details. insufficient_quota"],
    [402, "Payment required"],
    [429, "Your credit balance is too low"],
    [400, "no such parameter"],
  ])("is not tried again after %i %s", async (status, message) => {
    expect(await wait(refused(status, message))).toEqual({ again: false, notes: [] });
    if (status !== 400) expect(failureOf(refused(status, message)).hint).toContain("No credit");
  });
});
