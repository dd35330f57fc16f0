import { describeTools } from "@holdall/conformance";
import { openWebClient } from "../client/open-web-client.ts";
import { fetchUrl } from "../fetch-url.ts";
import { playHost, say } from "../http/hostile-server.fixture.ts";
import { webFetch } from "../web-fetch.ts";

describeTools("web tools", async () => {
  const host = await playHost({ "/": say("hello") });
  const client = openWebClient({ allow: ["127.0.0.0/8"], perHost: false });
  return {
    tools: [fetchUrl({ client }), webFetch({ client })],
    samples: { fetch_url: { url: host.origin }, web_fetch: { url: host.origin } },
    obvious: ["url", "format", "headers", "max_chars", "fresh"],
    dispose: () => host[Symbol.asyncDispose](),
  };
});
