import { Client, type ElicitResult, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { serve, stdioTransport } from "../fixtures/serve.fixture.ts";
import { optionsOf } from "./command-hosts.fixture.ts";
import { answerer, type Call, type Host, type Outcome, outcomeOf, type Setting } from "./host.fixture.ts";

/** Make calls as a client that shows the questions of the server to its person. */
async function callAll(transport: Transport, calls: readonly Call[], { answers, heard }: Setting): Promise<Outcome[]> {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  const answer = answerer(answers);
  client.setRequestHandler("elicitation/create", ({ params }): ElicitResult => {
    heard?.(params.message);
    return answer() ? { action: "accept", content: { decision: "allow once" } } : { action: "decline" };
  });
  await client.connect(transport);
  const outcomes: Outcome[] = [];
  for (const [name, input] of calls) {
    try {
      const { content } = await client.callTool({ name, arguments: { ...input } });
      outcomes.push(outcomeOf(content.map((part) => ("text" in part ? part.text : "")).join("\n")));
    } catch (error) {
      outcomes.push({ code: "unknown_tool", text: String(error) });
    }
  }
  await client.close();
  return outcomes;
}

const stdio: Host = {
  ...{
    name: "holdall serve on stdio",
    isCommand: true,
    answersEach: true,
    showsQuestions: true,
    asksAhead: false,
    hasModel: false,
    isOneSession: true,
  },
  run: (calls, setting) =>
    callAll(
      stdioTransport(optionsOf(setting), { cwd: setting.project.root, env: setting.project.env }),
      calls,
      setting,
    ),
};

const http: Host = {
  ...{
    name: "holdall serve --http",
    isCommand: true,
    answersEach: true,
    showsQuestions: true,
    asksAhead: false,
    hasModel: false,
    isOneSession: true,
  },
  async run(calls, setting) {
    const { project } = setting;
    const server = await serve(project.root, optionsOf(setting).slice(2), project.env);
    try {
      const transport = new StreamableHTTPClientTransport(new URL(`${server.url}?session=one`));
      return await callAll(transport, calls, setting);
    } finally {
      await server.end();
    }
  },
};

export const serverHosts: readonly Host[] = [stdio, http];
