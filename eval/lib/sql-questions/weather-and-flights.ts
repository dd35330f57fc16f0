import { byText, type CsvRow, csv, groupBy, json, mean, most } from "../sql-data.ts";
import { exact, type Question } from "./question.ts";

const month = (row: CsvRow): string => row.date!.slice(0, 7);
const counts = <T>(rows: readonly T[], key: (row: T) => string) =>
  [...groupBy(rows, key)].map(([name, group]) => [name, group.length] as const);
const count = (rows: Iterable<unknown>): number => [...rows].length;
const zips = () => csv("zipcodes.csv");
const flights = () => csv("flights-airport.csv");
const airports = () => csv("airports.csv");
const weather = () => csv("weather.csv");

export const weatherAndFlights: readonly Question[] = [
  // Dates, decimals and text of the weather.
  {
    ask: "days by weather",
    sql: "SELECT weather, count(*) n FROM 'seattle-weather.csv' GROUP BY 1 ORDER BY n DESC, 1",
    answer: () =>
      most(
        counts(csv("seattle-weather.csv"), (row) => row.weather!),
        9,
      ),
  },
  {
    ask: "rain of each city, exactly",
    sql: "SELECT location, sum(precipitation) FROM 'weather.csv' GROUP BY 1 ORDER BY 1",
    answer: () =>
      [...groupBy(weather(), (row) => row.location!)]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([city, rows]) => [city, exact(rows.map((row) => row.precipitation!))]),
  },
  {
    ask: "the warmest day of each city",
    sql: "SELECT location, date, temp_max FROM 'weather.csv' QUALIFY row_number() OVER (PARTITION BY location ORDER BY temp_max DESC, date) = 1 ORDER BY 1",
    answer: () =>
      [...groupBy(weather(), (row) => row.location!)]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([city, rows]) => {
          const [first] = rows.toSorted((a, b) => Number(b.temp_max) - Number(a.temp_max) || byText(a.date!, b.date!));
          return [city, first!.date!, exact([first!.temp_max!])];
        }),
  },
  {
    ask: "rain by month of 2012 in Seattle",
    sql: "SELECT strftime(date, '%Y-%m') m, sum(precipitation) FROM 'seattle-weather.csv' WHERE year(date) = 2012 GROUP BY 1 ORDER BY 1",
    answer: () =>
      [
        ...groupBy(
          csv("seattle-weather.csv").filter((row) => row.date!.startsWith("2012")),
          month,
        ),
      ]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([name, rows]) => [name, exact(rows.map((row) => row.precipitation!))]),
  },
  {
    ask: "days on which it rained in New York and not in Seattle",
    sql: "SELECT count(*) FROM 'weather.csv' s JOIN 'weather.csv' n USING (date) WHERE s.location = 'Seattle' AND n.location = 'New York' AND s.precipitation = 0 AND n.precipitation > 0",
    answer: () => {
      const dry = new Set(
        weather()
          .filter((row) => row.location === "Seattle" && Number(row.precipitation) === 0)
          .map((row) => row.date),
      );
      return [
        [
          count(
            weather().filter(
              (row) => row.location === "New York" && Number(row.precipitation) > 0 && dry.has(row.date),
            ),
          ),
        ],
      ];
    },
  },
  {
    ask: "the longest run of rainy days in Seattle",
    sql: "WITH d AS (SELECT date, precipitation > 0 AS wet FROM 'seattle-weather.csv'), g AS (SELECT date, date - (row_number() OVER (ORDER BY date))::INT AS run FROM d WHERE wet) SELECT max(n) FROM (SELECT count(*) n FROM g GROUP BY run)",
    answer: () => {
      let [run, best] = [0, 0];
      for (const row of csv("seattle-weather.csv")) {
        run = Number(row.precipitation) > 0 ? run + 1 : 0;
        best = Math.max(best, run);
      }
      return [[best]];
    },
  },
  {
    ask: "the mean of the seven days before 2012-01-10",
    sql: "SELECT m FROM (SELECT date, avg(temp_max) OVER (ORDER BY date ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) m FROM 'seattle-weather.csv') WHERE date = '2012-01-10'",
    answer: () => [
      [
        mean(
          csv("seattle-weather.csv")
            .slice(3, 10)
            .map((row) => Number(row.temp_max)),
        ),
      ],
    ],
  },
  {
    ask: "weekends without wind over 5",
    sql: "SELECT count(*) FROM 'seattle-weather.csv' WHERE dayofweek(date) IN (0, 6) AND wind <= 5",
    answer: () => [
      [
        count(
          csv("seattle-weather.csv").filter(
            (row) => [0, 6].includes(new Date(row.date!).getUTCDay()) && Number(row.wind) <= 5,
          ),
        ),
      ],
    ],
  },
  {
    ask: "the coldest hour of the normals",
    sql: "SELECT min(temperature), max(pressure), count(*) FROM 'seattle-weather-hourly-normals.csv'",
    answer: () => {
      const rows = csv("seattle-weather-hourly-normals.csv");
      return [
        [
          exact([Math.min(...rows.map((row) => Number(row.temperature)))]),
          exact([Math.max(...rows.map((row) => Number(row.pressure)))]),
          rows.length,
        ],
      ];
    },
  },
  {
    ask: "the mean temperature at noon",
    sql: "SELECT avg(temperature) FROM 'seattle-weather-hourly-normals.csv' WHERE hour(date) = 12",
    answer: () => [
      [
        mean(
          csv("seattle-weather-hourly-normals.csv")
            .filter((row) => row.date!.slice(11, 13) === "12")
            .map((row) => Number(row.temperature)),
        ),
      ],
    ],
  },
  {
    ask: "the warmest years of the earth",
    sql: "SELECT year, temp FROM 'global-temp.csv' ORDER BY temp DESC, year LIMIT 3",
    answer: () =>
      csv("global-temp.csv")
        .toSorted((a, b) => Number(b.temp) - Number(a.temp) || Number(a.year) - Number(b.year))
        .slice(0, 3)
        .map((row) => [Number(row.year), exact([row.temp!])]),
  },
  {
    ask: "CO2 by decade",
    sql: "SELECT year(\"Date\") // 10 * 10 AS decade, avg(CO2), count(*) FROM 'co2-concentration.csv' GROUP BY 1 ORDER BY 1",
    answer: () =>
      [...groupBy(csv("co2-concentration.csv"), (row) => `${row.Date!.slice(0, 3)}0`)]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([decade, rows]) => [Number(decade), mean(rows.map((row) => Number(row.CO2))), rows.length]),
  },

  // Codes with leading zeros, and joins of airports and flights.
  {
    ask: "ZIP codes that begin with zeros",
    sql: "SELECT count(*), min(zip_code), max(zip_code) FROM 'zipcodes.csv' WHERE zip_code LIKE '00%'",
    answer: () => {
      const found = zips()
        .map((row) => row.zip_code!)
        .filter((code) => code.startsWith("00"))
        .toSorted(byText);
      return [[found.length, found[0]!, found.at(-1)!]];
    },
  },
  {
    ask: "cities with the most ZIP codes",
    sql: "SELECT city || ', ' || state AS place, count(*) n FROM 'zipcodes.csv' GROUP BY 1 ORDER BY n DESC, 1 LIMIT 5",
    answer: () =>
      most(
        counts(zips(), (row) => `${row.city}, ${row.state}`),
        5,
      ),
  },
  {
    ask: "the length of all codes",
    sql: "SELECT DISTINCT length(zip_code) FROM 'zipcodes.csv' ORDER BY 1",
    answer: () =>
      [...new Set(zips().map((row) => row.zip_code!.length))].toSorted((a, b) => a - b).map((length) => [length]),
  },
  {
    ask: "flights into each state",
    sql: "SELECT a.state, sum(f.count) n FROM 'flights-airport.csv' f JOIN 'airports.csv' a ON a.iata = f.destination GROUP BY 1 ORDER BY n DESC, 1 LIMIT 5",
    answer: () => {
      const states = new Map(airports().map((row) => [row.iata, row.state!]));
      const sums = new Map<string, number>();
      for (const row of flights()) {
        const state = states.get(row.destination);
        if (state !== undefined) sums.set(state, (sums.get(state) ?? 0) + Number(row.count));
      }
      return most(sums, 5);
    },
  },
  {
    ask: "airports without a flight",
    sql: "SELECT count(*) FROM 'airports.csv' a ANTI JOIN 'flights-airport.csv' f ON f.origin = a.iata OR f.destination = a.iata",
    answer: () => {
      const used = new Set(flights().flatMap((row) => [row.origin, row.destination]));
      return [[count(airports().filter((row) => !used.has(row.iata)))]];
    },
  },
  {
    ask: "pairs that are flown in one direction only",
    sql: "SELECT count(*) FROM 'flights-airport.csv' a LEFT JOIN 'flights-airport.csv' b ON a.origin = b.destination AND a.destination = b.origin WHERE b.origin IS NULL",
    answer: () => {
      const pairs = new Set(flights().map((row) => `${row.origin} ${row.destination}`));
      return [[count(flights().filter((row) => !pairs.has(`${row.destination} ${row.origin}`)))]];
    },
  },
  {
    ask: "the busiest route of five origins",
    sql: "SELECT origin, arg_max(destination, count) FROM (FROM 'flights-airport.csv' ORDER BY ALL) WHERE origin IN ('ATL', 'ORD', 'DFW', 'DEN', 'LAX') GROUP BY 1 ORDER BY 1",
    answer: () =>
      [
        ...groupBy(
          flights().filter((row) => ["ATL", "ORD", "DFW", "DEN", "LAX"].includes(row.origin!)),
          (row) => row.origin!,
        ),
      ]
        .toSorted(([a], [b]) => byText(a, b))
        .map(([origin, rows]) => [origin, rows.toSorted((a, b) => Number(b.count) - Number(a.count))[0]!.destination!]),
  },
  {
    ask: "the northernmost airport, with all digits",
    sql: "SELECT iata, latitude FROM 'airports.csv' ORDER BY latitude DESC LIMIT 1",
    answer: () => {
      const [row] = airports().toSorted((a, b) => Number(b.latitude) - Number(a.latitude));
      return [[row!.iata!, exact([row!.latitude!])]];
    },
  },
  {
    ask: "names of airports that several have",
    sql: "SELECT count(*) FROM (SELECT name FROM 'airports.csv' GROUP BY 1 HAVING count(*) > 1)",
    answer: () => [[count(counts(airports(), (row) => row.name!).filter(([, n]) => n > 1))]],
  },
  {
    ask: "rows of three million flights",
    sql: "SELECT count(*) FROM 'flights-3m.parquet'",
    answer: () => [[3_000_000]],
  },
  {
    ask: "delays of the flights in JSON",
    sql: "SELECT origin, count(*) n FROM 'flights-20k.json' WHERE delay > 60 GROUP BY 1 ORDER BY n DESC, 1 LIMIT 3",
    answer: () =>
      most(
        counts(
          json("flights-20k.json").filter((row) => row.delay > 60),
          (row) => row.origin,
        ),
        3,
      ),
  },
];
