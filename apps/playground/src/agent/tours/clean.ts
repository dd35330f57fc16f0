import { outputOf, type Script, textOf } from "../step.ts";

const source = "/data/orders.csv";
const paid = "/data/paid.csv";
const drawing = "/data/orders.svg";
const report = "/data/orders.pdf";

/** Orders with a city, a number of pieces, and a status that means paid however it is written. */
const isOrder = "match(@.status, '[Pp][Aa][Ii][Dd]') && match(@.pieces, '[0-9]+') && @.city != ''";

interface City {
  readonly city: string;
  readonly pieces: number;
  readonly orders: number;
}

/** Clean data, group it, draw it, and make a PDF of it. */
export function* play(): Script {
  let read = yield {
    say: "Orders were exported by hand. I look at them first.",
    calls: [{ tool: "read_file", input: { path: source } }],
  };
  if (!textOf(read[0]).includes("order;city;status"))
    return `There is no ${source} in this workspace. Choose Memory as the workspace to start with one.`;
  read = yield {
    say: "Semicolons, three spellings of “paid”, a test, an order without a city, and “n/a” for a number. I keep what counts.",
    calls: [
      {
        tool: "filter_data",
        input: {
          path: source,
          query: isOrder,
          columns: ["order", "city", "pieces", "day"],
          output_path: paid,
          overwrite: true,
        },
      },
    ],
  };
  const { total, scanned } = outputOf(read[0]);
  if (!read[0]?.ok) return `I could not clean the orders: ${textOf(read[0])}`;
  read = yield {
    say: `${total} of ${scanned} rows stay; order numbers keep their zeros. How many pieces went to each city?`,
    calls: [
      {
        tool: "aggregate_data",
        input: {
          path: paid,
          group_by: ["city"],
          measures: [
            { op: "sum", column: "pieces", as: "pieces" },
            { op: "count", as: "orders" },
          ],
          order_by: ["-pieces"],
        },
      },
    ],
  };
  const cities = (outputOf(read[0]).rows ?? []) as readonly City[];
  if (!read[0]?.ok || cities.length === 0) return `I could not group the orders: ${textOf(read[0])}`;
  read = yield {
    say: "Now a picture of that. It is checked by Mermaid before it is drawn.",
    calls: [
      {
        tool: "generate_diagram",
        input: { code: diagramOf(cities, Number(scanned), Number(total)), output_path: drawing, overwrite: true },
      },
    ],
  };
  if (!read[0]?.ok) return `I could not draw the orders: ${textOf(read[0])}`;
  read = yield {
    say: "And all of it as a PDF that a screen reader can read. The compiler comes with the first one.",
    calls: [
      {
        tool: "generate_pdf",
        input: { title: "Orders in November", blocks: blocksOf(cities), output_path: report, overwrite: true },
      },
    ],
  };
  return read[0]?.ok
    ? `Done: ${report}, made in this browser. Nothing left it.`
    : `I could not make the PDF: ${textOf(read[0])}`;
}

const diagramOf = (cities: readonly City[], rows: number, kept: number): string =>
  [
    "flowchart LR",
    `all["${rows} rows"] -->|paid and complete| kept["${kept} orders"]`,
    `all -->|the rest| rest["${rows - kept} left out"]`,
    ...cities.map(({ city, pieces }, at) => `kept --> c${at}["${city}: ${pieces} pieces"]`),
  ].join("\n");

const blocksOf = (cities: readonly City[]): readonly object[] => [
  { text: `Most pieces went to ${cities[0]?.city}.` },
  { heading: "By city" },
  { table: [["city", "orders", "pieces"], ...cities.map(({ city, orders, pieces }) => [city, orders, pieces])] },
  { heading: "How the rows were chosen" },
  {
    image: drawing,
    alt: `Paid and complete orders, by city: ${cities.map(({ city, pieces }) => `${city} ${pieces}`).join(", ")}`,
  },
  { heading: "Orders" },
  { data: paid },
];
