import { outputOf, type Script, textOf } from "../step.ts";

const source = "/data/orders.csv";
const sums = "/data/pieces-by-city.csv";
const picture = "/data/pieces-by-city.svg";
const slides = "/data/orders.pptx";

const byCity = `SELECT city, count(*) AS orders, sum(TRY_CAST(pieces AS INTEGER)) AS pieces,
  round(100 * sum(TRY_CAST(pieces AS INTEGER)) / sum(sum(TRY_CAST(pieces AS INTEGER))) OVER ()) AS share
FROM '${source}'
WHERE lower(status) = 'paid' AND city <> '' AND TRY_CAST(pieces AS INTEGER) IS NOT NULL
GROUP BY city ORDER BY pieces DESC`;

interface City {
  readonly city: string;
  readonly orders: number;
  readonly pieces: number;
  readonly share: number;
}

/** Query rows with SQL, draw them, and make slides of them. */
export function* play(): Script {
  let read = yield {
    say: "First the columns and types of the orders, and a few rows.",
    calls: [{ tool: "query_data", input: { files: { orders: source } } }],
  };
  if (!read[0]?.ok)
    return `I could not look at ${source}: ${textOf(read[0])} Choose Memory as the workspace to start with one.`;
  read = yield {
    say: "Numbers of pieces are text, because one is “n/a”. SQL can say what counts: paid, with a city and a number. The engine runs in this page.",
    calls: [{ tool: "query_data", input: { sql: byCity } }],
  };
  const rows = (outputOf(read[0]).rows ?? []) as readonly City[];
  const [first] = rows;
  if (!first) return `I could not group the orders: ${textOf(read[0])}`;
  read = yield {
    say: `${first.city} got ${first.pieces} pieces, ${first.share} % of all. I keep the table, and draw it.`,
    calls: [
      { tool: "query_data", input: { sql: byCity, output_path: sums, overwrite: true } },
      { tool: "generate_diagram", input: { chart: barsOf(rows), output_path: picture, overwrite: true } },
    ],
  };
  if (!read[0]?.ok || !read[1]?.ok) return `I could not write the table or the chart: ${read.map(textOf).join(" ")}`;
  read = yield {
    say: "And slides of it, which PowerPoint and LibreOffice open and edit.",
    calls: [
      {
        tool: "generate_document",
        input: { title: "Orders in November", blocks: slidesOf(rows), output_path: slides, overwrite: true },
      },
    ],
  };
  if (!read[0]?.ok) return `I could not make the slides: ${textOf(read[0])}`;
  const { slides: count } = outputOf(read[0]);
  read = yield {
    say: "I read them back, to see what is on them.",
    calls: [{ tool: "read_file", input: { path: slides } }],
  };
  if (!read[0]?.ok) return `I could not read the slides back: ${textOf(read[0])}`;
  return `Done: ${slides} has ${count} slides. Rows, SQL, chart and slides were made in this browser, and nothing left it.`;
}

const barsOf = (rows: readonly City[]): object => ({
  kind: "bar",
  x: "city",
  y: "pieces",
  title: "Pieces by city",
  rows: rows.map(({ city, pieces }) => ({ city, pieces })),
});

const slidesOf = (rows: readonly City[]): readonly object[] => [
  { heading: "Pieces by city" },
  { chart: barsOf(rows) },
  { heading: "In numbers" },
  {
    table: [
      ["City", "Orders", "Pieces", "Share"],
      ...rows.map(({ city, orders, pieces, share }) => [city, String(orders), String(pieces), `${share} %`]),
    ],
  },
  { notes: "Left out: unpaid orders, one without a city, and one whose number of pieces is n/a." },
];
