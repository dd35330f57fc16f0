import { type CallView, viewPart } from "@holdall/call-view";

const part = (tool: string, input: object, output: object): CallView =>
  viewPart({ toolCallId: tool, type: `tool-${tool}`, state: "output-available", input, output });

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="60" font-family="sans-serif" font-size="14">
<rect x="1" y="10" width="80" height="40" rx="6" fill="#e8eefc" stroke="#3457b1"/><text x="41" y="35" text-anchor="middle">orders</text>
<path d="M81 30h56" stroke="#3457b1"/><rect x="138" y="10" width="80" height="40" rx="6" fill="#e8eefc" stroke="#3457b1"/>
<text x="178" y="35" text-anchor="middle">report</text></svg>`;

/** One call of each family whose results are more than text. */
export const results: readonly CallView[] = [
  part(
    "aggregate_data",
    { path: "orders.csv", group_by: ["city"] },
    {
      groups: 3,
      rows: [
        { city: "Rome", orders: 12, sum_price: 1040.5 },
        { city: "Oslo", orders: 9, sum_price: 88 },
        { city: "Lima", orders: 140, sum_price: 20_310.25 },
      ],
    },
  ),
  part(
    "read_lints",
    { paths: ["src"] },
    {
      clean: false,
      problems: [
        {
          ...{ path: "src/cart.ts", line: 12, column: 7, severity: "error", state: "new", tool: "tsc", rule: "TS2345" },
          message: "Argument of type 'string' is not assignable to parameter of type 'number'.",
        },
        { path: "src/cart.ts", line: 3, column: 1, severity: "warning", message: "Unused import.", tool: "biome" },
      ],
      tools: [],
    },
  ),
  part(
    "workflow_execute",
    { steps: [{}, {}] },
    {
      status: "failed",
      steps: [
        { id: "read", tool: "read_file", status: "done" },
        { id: "mail", tool: "send_email", status: "failed", error: { message: "The server refused the recipient." } },
      ],
    },
  ),
  part("generate_diagram", { title: "Orders", code: "flowchart LR" }, { format: "svg", text: svg }),
];
