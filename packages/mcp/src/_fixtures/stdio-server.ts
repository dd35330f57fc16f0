import { serveStdio } from "../stdio.ts";
import { openFixture } from "./open-fixture.ts";

// What a session leaves behind is only seen from outside: on stderr, where a test reads it.
const { closed } = await serveStdio(() => {
  const session = openFixture();
  session.state({ name: "witness", create: () => null, dispose: () => console.error("session disposed") });
  return session;
});
await closed;
