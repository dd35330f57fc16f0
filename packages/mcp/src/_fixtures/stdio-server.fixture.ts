import { serveStdio } from "../stdio.ts";
import { openFixture } from "./session.fixture.ts";

// What a session leaves behind is only seen from outside: on stderr, where a test reads it.
function openWitnessed() {
  const session = openFixture();
  session.state({ name: "witness", create: () => null, dispose: () => console.error("session disposed") });
  return session;
}

const [grace] = process.argv.slice(2);
const { closed } = await serveStdio(openWitnessed, {
  grace: grace === undefined ? undefined : Number(grace),
  maxTokens: Number.POSITIVE_INFINITY,
});
await closed;
