// The same echo tool in a Holdall session, on stdio or over HTTP.
import { serveHttp } from "@holdall/mcp/http";
import { serveStdio } from "@holdall/mcp/stdio";
import { allow, createRegistry, defineTool, openSession } from "@holdall/tool-core";
import { z } from "zod";

const echo = defineTool({
  name: "echo",
  category: "test",
  description: "Say it again.",
  input: z.object({ text: z.string() }),
  hints: { readOnly: true, openWorld: false },
  execute: ({ text }) => text,
});
const open = () => openSession(createRegistry([echo]), { policy: allow() });

if (process.argv[2] === "http") console.log((await serveHttp(open)).url);
else await serveStdio(open);
