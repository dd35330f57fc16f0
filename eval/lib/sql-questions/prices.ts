import { byText, csv, groupBy, json, mean, sumOf } from "../sql-data.ts";
import { exact, type Question } from "./question.ts";

const counts = <T>(rows: readonly T[], key: (row: T) => string) =>
  [...groupBy(rows, key)].map(([name, group]) => [name, group.length] as const);
const count = (rows: Iterable<unknown>): number => [...rows].length;
const stocks = () => csv("stocks.csv");

export const prices: readonly Question[] = [
  // Prices.
  {
    ask: "the mean price of each stock",
    sql: "SELECT symbol, avg(price) FROM 'stocks.csv' GROUP BY 1 ORDER BY 1",
    answer: () =>
      [...groupBy(stocks(), (row) => row.symbol!)]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([symbol, rows]) => [symbol, mean(rows.map((row) => Number(row.price)))]),
  },
  {
    ask: "the sum of all prices, exactly",
    sql: "SELECT sum(price) FROM 'stocks.csv'",
    answer: () => [[exact(stocks().map((row) => row.price!))]],
  },
  {
    ask: "the best month of a stock",
    sql: "SELECT symbol, date, price - lag(price) OVER (PARTITION BY symbol ORDER BY strptime(date, '%b %-d %Y')) AS gain FROM 'stocks.csv' ORDER BY gain DESC NULLS LAST LIMIT 1",
    answer: () => {
      const gains = [...groupBy(stocks(), (row) => row.symbol!)].flatMap(([symbol, rows]) =>
        rows.slice(1).map((row, i) => [symbol, row.date!, sumOf([row.price!, `-${rows[i]!.price}`])] as const),
      );
      const [best] = gains.toSorted((a, b) => Number(b[2]) - Number(a[2]));
      return [[best![0], best![1], { exact: best![2] }]];
    },
  },
  {
    ask: "dates of the index in words",
    sql: "SELECT count(*) FROM 'sp500.csv' WHERE strptime(date, '%b %-d %Y') >= DATE '2005-01-01'",
    answer: () => [[count(csv("sp500.csv").filter((row) => Number(row.date!.slice(-4)) >= 2005))]],
  },
  {
    ask: "the drawdown of the index",
    sql: "SELECT min(price - top) FROM (SELECT price, max(price) OVER (ORDER BY strptime(date, '%b %-d %Y')) top FROM 'sp500.csv')",
    answer: () => {
      let [top, worst] = [0, "0"];
      for (const row of csv("sp500.csv")) {
        top = Math.max(top, Number(row.price));
        const fall = sumOf([row.price!, `-${top}`]);
        if (Number(fall) < Number(worst)) worst = fall;
      }
      return [[{ exact: worst }]];
    },
  },
  {
    ask: "days that closed higher than they opened",
    sql: "SELECT signal, count(*) n FROM 'ohlc.json' WHERE close > open GROUP BY 1 ORDER BY 1",
    answer: () =>
      counts(
        json("ohlc.json").filter((row) => row.close > row.open),
        (row) => row.signal,
      ).toSorted(([a], [b]) => byText(a, b)),
  },
  {
    ask: "employment in January, with decimals",
    sql: "SELECT sum(wholesale_trade), sum(nonfarm) FROM 'us-employment.csv' WHERE month(month) = 1",
    answer: () => {
      const rows = csv("us-employment.csv").filter((row) => row.month!.slice(5, 7) === "01");
      return [[exact(rows.map((row) => row.wholesale_trade!)), exact(rows.map((row) => row.nonfarm!))]];
    },
  },
  {
    ask: "the change of a year in employment",
    sql: "SELECT a.month, a.nonfarm - b.nonfarm d FROM 'us-employment.csv' a JOIN 'us-employment.csv' b ON a.month = b.month + INTERVAL 1 YEAR ORDER BY d LIMIT 1",
    answer: () => {
      const rows = csv("us-employment.csv");
      const changes = rows
        .slice(12)
        .map((row, i) => [row.month!, Number(row.nonfarm) - Number(rows[i]!.nonfarm)] as const);
      return [changes.toSorted((a, b) => a[1] - b[1])[0]!];
    },
  },
];
