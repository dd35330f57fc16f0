import { contentText } from "@holdall/tool-core";
import type { AgentRunner, AgentTurnRequest } from "@holdall/tools-agents/port";
import { pick } from "./pick.ts";
import type { Answer } from "./scripted-model.ts";

/** Plays the models of both agents, distinguished by their task. */
export const scriptedAgents: AgentRunner = async (request) => {
  const [order] = request.messages;
  const isWriter = order?.role === "user" && order.text.startsWith("Write ");
  const { say, calls = [] } = isWriter ? writer(request) : reader(request);
  const turn = request.messages.length;
  return {
    text: say,
    calls: calls.map(({ tool, input }, index) => ({ id: `agent-${turn}-${index}`, name: tool, input })),
    tokens: { input: 0, cached: 0, output: 0 },
  };
};

/** Reads the rules, and writes what they say. */
function writer(request: AgentTurnRequest): Answer {
  const read = resultsOf(request);
  if (read.length === 0)
    return {
      say: "",
      calls: [
        { tool: "read_file", input: { path: "src/rules.js" } },
        { tool: "read_file", input: { path: "README.md" } },
      ],
    };
  if (read.length === 2) {
    const from = pick(read[1], /From (\d+) pieces/, "the rule for the discount");
    const cents = pick(read[0], /return (\d{3});/, "the price of sending");
    const content = `# Prices\n\n- From ${from} pieces of one article on: 10 % cheaper.\n- Sending a basket: ${cents} cents.\n`;
    return { say: "", calls: [{ tool: "write_file", input: { path: "docs/prices.md", content } }] };
  }
  return { say: "docs/prices.md has the discount and the price of sending, from src/rules.js and the README." };
}

const files = ["src/rules.js", "src/basket.js", "src/receipt.js"];

/** Reads one file after the other; in its last turn it has no tools, and says what it has. */
function reader(request: AgentTurnRequest): Answer {
  const done = resultsOf(request).length;
  const [next] = files.slice(done);
  if (request.tools.length > 0 && next !== undefined)
    return { say: "", calls: [{ tool: "read_file", input: { path: next } }] };
  return { say: `${files.slice(0, done).join(" and ")} name prices; not read: ${files.slice(done).join(", ")}` };
}

const resultsOf = ({ messages }: AgentTurnRequest): string[] =>
  messages.flatMap((message) =>
    message.role === "tool" ? message.results.map(({ content }) => contentText(content)) : [],
  );
