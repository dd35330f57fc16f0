import { expect, test } from "vitest";
import { openData } from "./_data.fixture.ts";

const files = {
  "/sales.csv": "id,region,price,zip\n1,N,1.10,00118\n2,S,2.20,00119\n3,N,3.30,10000\n",
  "/regions.json": '[{"region":"N","name":"North"},{"region":"S","name":"South"}]',
};

test("files are joined by their names", async () => {
  const { session } = openData(files);
  const result = await session.call("query_data", {
    sql: "SELECT r.name, sum(s.price) AS total, min(zip) AS zip FROM 'sales.csv' s JOIN 'regions.json' r USING (region) GROUP BY ALL ORDER BY total DESC",
  });
  if (!result.ok) throw result.error;
  console.log(JSON.stringify(result.output), result.content);
  for (const input of [
    { sql: "SELECT * FROM read_csv('sales.csv', nullstr='N')" },
    { sql: "SELECT * FROM read_csv('sales.csv', delim=';')" },
    { sql: "DESCRIBE 'sales.csv'" },
    { sql: "SUMMARIZE 'sales.csv'" },
    { sql: "SHOW TABLES", files: ["sales.csv"] },
    { sql: "SELECT * FROM sales.csv" },
    {
      sql: "WITH a AS (SELECT * FROM 'sales.csv') SELECT (SELECT count(*) FROM a), 12345678901234567890123, sales.* FROM 'sales.csv' LIMIT 1",
    },
    { sql: "SELECT * FROM read_csv(['sales.csv','/sales.csv'])" },
    { sql: "SELECT list(id), {'a':id}, interval 1 day, 1.5::double, id/3 FROM 'sales.csv' GROUP BY ALL LIMIT 1" },
    { sql: "FROM 'sales.csv' ORDER BY 1", limit: 1, offset: 1 },
    { sql: "FROM 'sales.csv'", output_path: "o.xml" },
    { sql: "FROM 'sales.csv'", output_path: "o.parquet" },
    { sql: "FROM 'sales.csv'", output_path: "o.xlsx" },
    { sql: "FROM 'o.xlsx' x, 'o.xml' y, 'o.parquet' z WHERE x.id=y.id" },
    { sql: "FROM read_text('sales.csv')" },
    { sql: "SELECT count(*) FROM range(1000000000) a, range(100000) b" },
    { sql: "SELECT 'x'::int" },
    { sql: "SELECT price::int FROM 'regions.json'" },
  ]) {
    const r = await session.call("query_data", input);
    console.log(
      JSON.stringify(input),
      r.ok
        ? JSON.stringify(r.output) + "\n" + (r.content as any)[0].text
        : `${r.error.code} ${r.error.message}\n${r.error.hint} ${(r.error as any).cause?.stack ?? ""}`,
    );
  }
  expect(result.output).toBe(1);
});
