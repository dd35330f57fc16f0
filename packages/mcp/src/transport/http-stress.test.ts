import { Agent, request } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { modern } from "../_fixtures/http-calls.fixture.ts";
import { openFixture } from "../_fixtures/session.fixture.ts";
import { serveHttp } from "../http.ts";

const textOf = (result: { content?: unknown }) => JSON.stringify(result.content);

const seconds = Number(process.env.HOLDALL_STRESS ?? 1);

it(`a hundred clients for ${seconds} s get right answers, and memory stays (HOLDALL_STRESS sets the seconds)`, {
  timeout: seconds * 1000 + 60_000,
}, async () => {
  const server = await serveHttp(openFixture, { maxSessions: 200 });
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const legacy = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const client = new Client({ name: "stress", version: "1" });
      await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
      return client;
    }),
  );
  const until = performance.now() + seconds * 1000;
  let calls = 0;
  const direct = async (number: number) => {
    for (let call = 1; performance.now() < until; call++) {
      const answer = await postBy(agent, `${server.url}?session=${number}`, modern("count_calls", {}));
      expect(answer.result.content[0]?.text).toBe(String(call));
      calls++;
    }
  };
  const bySession = async (client: Client) => {
    for (let call = 1; performance.now() < until; call++) {
      expect(textOf(await client.callTool({ name: "count_calls", arguments: {} }))).toContain(`"${call}"`);
      calls++;
    }
  };
  const heap: number[] = [];
  const watching = setInterval(
    () => {
      globalThis.gc?.();
      heap.push(process.memoryUsage().heapUsed);
    },
    (seconds * 1000) / 20,
  );
  await Promise.all([...Array.from({ length: 90 }, (_, number) => direct(number)), ...legacy.map(bySession)]);
  clearInterval(watching);
  agent.destroy();
  await server.close();
  expect(calls).toBeGreaterThan(seconds * 50);
  if (seconds < 10) return;
  const third = Math.floor(heap.length / 3);
  const [early, late] = [Math.min(...heap.slice(third, 2 * third)), Math.min(...heap.slice(2 * third))];
  console.log(`${calls} calls; heap ${Math.round(early / 1e6)} MB, then ${Math.round(late / 1e6)} MB`);
  expect(late / early).toBeLessThan(1.2);
});

function postBy(agent: Agent, url: string, { headers, body }: { headers: Record<string, string>; body: object }) {
  return new Promise<{ result: { content: { text: string }[] } }>((resolve, reject) => {
    const sent = request(
      url,
      { method: "POST", agent, headers: { "content-type": "application/json", ...headers } },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => {
          try {
            resolve(JSON.parse(text));
          } catch (error) {
            reject(error);
          }
        });
      },
    );
    sent.on("error", reject);
    sent.end(JSON.stringify(body));
  });
}
