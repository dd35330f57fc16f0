import { pick } from "./script/pick.ts";
import type { Script } from "./script/scripted-model.ts";

/** Orders as they come: a row with a cell too few, a price that is none, postal codes with zeros in front, a formula. */
export const orders = [
  "order;city;zip;price;note",
  "1;Rome;00118;1.20;=1+1",
  "2;Oslo;0150;3.00",
  '3;Rome;00119;n/a;"late; twice"',
  "4;Oslo;0151;4.90;",
  "5;Rome;00118;0.10;",
  "",
].join("\n");

export const settings = "# reviewed in May\nshop: Corner\nopen: [mon, tue]\n";

/** Sums and shares by city; prices are decimals, so no digit is lost. */
const shares = `SELECT city, count(*) AS orders, sum(price) AS sum_price,
  round(100 * sum(price) / sum(sum(price)) OVER ()) AS percent
FROM 'clean.csv' GROUP BY city ORDER BY sum_price DESC`;

/** A slide with a chart, and one with its numbers. */
const slides = [
  { heading: "Sums" },
  { chart: { kind: "bar", x: "city", y: "sum_price", data: "sums.csv" } },
  { heading: "In numbers" },
  { data: "sums.csv" },
];

const flow = `flowchart LR
Raw[orders.csv, 5 rows] -->|a row mended| Whole{price a number?}
Whole -->|yes, 4 rows| Clean[clean.csv]
Whole -->|no, 1 row| Left([left out, and told])
Clean -->|grouped by city| Report[report.pdf]`;

const lost = [
  "Row 2 had no cell for its note; an empty one was added.",
  "Order 3 has no price that is a number; it is left out.",
  "The comment of the settings, and that their days are a list: a table holds neither.",
];

/** What a call answers whose engine is not installed. */
export const notInstalled = /npm install (?!.*\[)[\w@/. -]+/;

/**
 * What the scripted model does: group, read what is wrong, correct it, write what is clean, draw it and report it. It
 * stops when an answer is not what it needs.
 */
export function* cleanData(): Script {
  const measures = [{ op: "count" }, { op: "sum", column: "price" }];
  let read = yield {
    say: "I add up the orders where they lie. No row goes through me.",
    calls: [{ tool: "aggregate_data", input: { path: "orders.csv", group_by: ["city"], measures } }],
  };
  pick(read[0], /line 3: the row has 4 cells/, "the line that is wrong");

  read = yield {
    say: "A row has a cell too few. It was not padded and not left out, so I look at it.",
    calls: [{ tool: "read_file", input: { path: "orders.csv" } }],
  };
  pick(read[0], /2;Oslo;0150;3\.00/, "the row");
  yield {
    say: "",
    calls: [
      {
        tool: "edit_file",
        input: { path: "orders.csv", old_string: "2;Oslo;0150;3.00", new_string: "2;Oslo;0150;3.00;" },
      },
    ],
  };

  read = yield {
    say: "Again:",
    calls: [{ tool: "aggregate_data", input: { path: "orders.csv", group_by: ["city"], measures } }],
  };
  pick(read[0], /"n\/a" on line 4/, "the price that is none");

  read = yield {
    say: "One price is not a number. It was skipped and named, not read as 0. I keep the rows that have one.",
    calls: [
      { tool: "filter_data", input: { path: "orders.csv", query: "@.price != 'n/a'", output_path: "clean.csv" } },
    ],
  };
  pick(read[0], /4 matches/, "the rows that are left");

  read = yield {
    say: "Now the price is a column of numbers. Postal codes keep their zeros, prices theirs.",
    calls: [
      { tool: "convert_format", input: { path: "clean.csv", output_path: "clean.jsonl" } },
      {
        tool: "aggregate_data",
        input: { path: "clean.csv", group_by: ["city"], measures, order_by: ["-sum_price"], output_path: "sums.md" },
      },
    ],
  };
  pick(read[0], /zip \(text\), price \(number\)/, "the types of the columns");

  read = yield {
    say: "And the share of each city, which takes a window: that is SQL.",
    calls: [{ tool: "query_data", input: { sql: shares, output_path: "sums.csv" } }],
  };
  const missingSql = notInstalled.exec(read[0] ?? "")?.[0];
  if (missingSql === undefined) pick(read[0], /Wrote .*sums\.csv: 2 rows/, "the shares");

  read = yield {
    say: "The settings are YAML. A table cannot hold all of it, so I ask what would be lost.",
    calls: [
      { tool: "convert_format", input: { path: "settings.yaml", output_path: "settings.csv", strict: true } },
      { tool: "convert_format", input: { path: "settings.yaml", output_path: "settings.csv" } },
    ],
  };
  pick(read[0], /Nothing was written/, "the refusal");
  pick(read[1], /Lost: comments/, "what was lost");

  read = yield {
    say: "What happened, as a picture: checked by mermaid itself before it is drawn.",
    calls: [{ tool: "generate_diagram", input: { code: flow, output_path: "flow.svg" } }],
  };
  const missingDrawer = notInstalled.exec(read[0] ?? "")?.[0];
  if (missingDrawer === undefined) pick(read[0], /Wrote .*flow\.svg: flowchart/, "the picture");

  read = yield {
    say: "And the report, with what was lost in it.",
    calls: [
      {
        tool: "generate_pdf",
        input: {
          title: "Orders by city",
          blocks: [
            ...(missingSql === undefined ? [{ data: "sums.csv" }] : []),
            { heading: "How they were cleaned" },
            ...(missingDrawer === undefined
              ? [{ image: "flow.svg", alt: "Five rows, one mended and one left out, become the sums by city" }]
              : [{ code: flow }]),
            { heading: "What was lost or changed" },
            { list: lost },
            { heading: "The orders that count" },
            { data: "clean.csv" },
          ],
          output_path: "report.pdf",
        },
      },
    ],
  };
  const missing = [missingSql, missingDrawer, notInstalled.exec(read[0] ?? "")?.[0]].filter(
    (each) => each !== undefined,
  );
  if (missing.length > 0) {
    yield {
      say: `clean.jsonl has four orders, sums.md the table. For the picture and the report, run beside holdall: ${missing.join(" && ")}`,
    };
    return;
  }
  pick(read[0], /Wrote .*report\.pdf: 1 page, \d+ bytes, tagged, PDF\/UA-1/, "the report");

  read = yield {
    say: "And slides for those who want to edit them, with a chart of the sums.",
    calls: [
      { tool: "generate_document", input: { title: "Orders by city", blocks: slides, output_path: "report.pptx" } },
    ],
  };
  pick(read[0], /Wrote .*report\.pptx: 3 slides/, "the slides");
  yield {
    say: `clean.jsonl has four orders, sums.md the table, report.pdf both with the picture, report.pptx the shares as slides. Lost on the way: ${lost.length} things, and the report names each.`,
  };
}
