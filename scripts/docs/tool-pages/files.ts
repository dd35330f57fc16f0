/** The project that every page's calls work on. */
export const files: Readonly<Record<string, string>> = {
  "README.md": "# Shop\n\nFrom 10 pieces on, everything is 10 % cheaper.\n",
  "src/rules.js": [
    "/** How much cheaper a line of the basket is, from 0 to 1. */",
    "export function discount(pieces) {",
    "  if (pieces > 10) return 0.1;",
    "  return 0;",
    "}",
    "",
    "/** What sending costs, in cents. */",
    "export function shipping(pieces) {",
    "  if (pieces > 10) return 0;",
    "  return 490;",
    "}",
    "",
  ].join("\n"),
  "src/rules.test.js":
    'import { discount } from "./rules.js";\n\nconsole.log(discount(10) === 0.1 ? "ok" : "not ok");\n',
  "orders.csv": "id,city,zip,pieces,price\n1,Rome,00118,12,1.20\n2,Oslo,0150,3,4.90\n3,Rome,00119,1,0.10\n",
  "prices.ipynb": `${JSON.stringify(
    {
      cells: [
        { cell_type: "markdown", id: "title", metadata: {}, source: ["# Prices"] },
        { cell_type: "code", id: "sum", metadata: {}, execution_count: 1, outputs: [], source: ["sum([490, 510])"] },
      ],
      metadata: {},
      nbformat: 4,
      nbformat_minor: 5,
    },
    null,
    1,
  )}\n`,
};

/** The web that every page's calls see. */
export const pages: Readonly<Record<string, string>> = {
  "https://docs.example.com/money": `<!doctype html><title>Money</title><main><h1>Money</h1>
<p>Count in cents. A number with a point cannot hold 0.1.</p>
<h2>Rounding</h2><p>Round once, at the end. Half a cent goes to the even one.</p>
<table><tr><th>amount</th><th>rounded</th></tr><tr><td>0.5</td><td>0</td></tr><tr><td>1.5</td><td>2</td></tr></table></main>`,
  "https://api.example.com/rates.json": '{ "EUR": 1, "CHF": 0.93 }',
};
