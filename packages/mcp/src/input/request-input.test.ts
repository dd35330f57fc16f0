import { allow, createRegistry, openSession } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { inputTools } from "../_fixtures/conformance-input.fixture.ts";
import { modern, post } from "../_fixtures/http-calls.fixture.ts";
import { openFixture } from "../_fixtures/session.fixture.ts";
import { serveHttp } from "../http.ts";

const form = "test_input_required_result_elicitation";
const answered = { user_name: { action: "accept", content: { name: "Ada" } } };

async function serving() {
  const server = await serveHttp(openFixture, { onError: () => {} });
  const call = async (name: string, extra: object = {}, capabilities: object = { elicitation: {} }, session = "a") => {
    const { headers, body } = modern(name, {});
    const params = { ...body.params, ...extra };
    const _meta = { ...params._meta, "io.modelcontextprotocol/clientCapabilities": capabilities };
    const response = await post(`${server.url}?session=${session}`, {
      headers,
      body: { ...body, params: { ...params, _meta } },
    });
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  };
  return { call, [Symbol.asyncDispose]: () => server.close() };
}

describe("the state of a question", () => {
  it("counts with the tool and the session that asked, and with no other", async () => {
    await using at = await serving();
    const { requestState } = (await at.call(form)).result;
    const retry = { requestState, inputResponses: answered };
    expect((await at.call(form, retry)).result.content[0].text).toContain("Ada");
    const other = "test_input_required_result_request_state";
    for (const wrong of [
      await at.call(other, retry),
      await at.call(form, retry, undefined, "b"),
      await at.call(form, { ...retry, requestState: `${requestState}x` }),
      await at.call(form, { ...retry, requestState: "" }),
    ]) {
      expect(wrong.error).toMatchObject({ code: -32602, message: expect.stringContaining("Call again without it") });
    }
  });

  it("keeps earlier answers, so that each question is asked once", async () => {
    await using at = await serving();
    const name = "test_input_required_result_multi_round";
    const first = (await at.call(name)).result;
    const step1 = { action: "accept", content: { name: "Ada" } };
    const second = (await at.call(name, { requestState: first.requestState, inputResponses: { step1 } })).result;
    expect(Object.keys(second.inputRequests)).toEqual(["step2"]);
    const step2 = { action: "accept", content: { color: "blue" } };
    const last = (await at.call(name, { requestState: second.requestState, inputResponses: { step2 } })).result;
    expect(last.content[0].text).toMatch(/Ada.*blue/);
  });
});

it("a client is not asked for what it has not declared", async () => {
  await using at = await serving();
  expect((await at.call(form, {}, { sampling: {} })).error).toMatchObject({
    code: -32021,
    data: { requiredCapabilities: { elicitation: {} } },
  });
});

it("outside of MCP a tool is told that there is no client", async () => {
  await using session = openSession(createRegistry(inputTools()), { policy: allow() });
  expect(await session.call(form, {})).toMatchObject({ ok: false, error: { code: "unsupported" } });
});
