import { pick } from "./pick.ts";
import type { Script } from "./scripted-model.ts";

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

/** What the scripted model does: group, be told what is wrong, correct it, and write what is clean. It stops when an answer is not what it needs. */
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
    say: "One price is no number. It was passed over and named, not taken for 0. I keep the rows that have one.",
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
    say: "The settings are YAML. A table cannot hold all of it, so I ask what would be lost.",
    calls: [
      { tool: "convert_format", input: { path: "settings.yaml", output_path: "settings.csv", strict: true } },
      { tool: "convert_format", input: { path: "settings.yaml", output_path: "settings.csv" } },
    ],
  };
  pick(read[0], /Nothing was written/, "the refusal");
  pick(read[1], /Lost: comments/, "what was lost");
  yield {
    say: "clean.jsonl has four orders, sums.md the table. Lost on the way: the comments of the settings, and that their days are a list.",
  };
}
