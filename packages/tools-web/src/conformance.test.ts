import { describeTools } from "@holdall/conformance";
import { playHost, say } from "./_hostile-server.fixture.ts";
import { fetchUrl } from "./fetch-url.ts";
import { openWebClient } from "./open-web-client.ts";

describeTools("web tools", async () => {
  const host = await playHost({ "/": say("hello") });
  const client = openWebClient({ allow: ["127.0.0.0/8"], perHost: false });
  return {
    tools: [fetchUrl({ client })],
    samples: { fetch_url: { url: host.origin } },
    obvious: ["url"],
    dispose: () => host[Symbol.asyncDispose](),
  };
});
