import { expect, test } from "vitest";
import { everyBackend } from "../../../conformance/src/_every-backend.fixture.ts";
import { openData } from "../_data.fixture.ts";

const stores = await everyBackend("data");
const rows = Array.from({ length: 3_000 }, (_, i) => `${i},"city ${i % 7}",${(i / 100).toFixed(2)}`);
const csv = `id,city,price\n${rows.join("\n")}\n`;

test.each(stores)("$name: the same answers and the same bytes", { timeout: 60_000 }, async ({ open, root }) => {
  const backend = await open();
  const at = (name: string) => `${root ?? ""}/${name}`;
  const { convert, filter, aggregate, fails, text } = openData({}, backend);
  await convert({ text: csv, output_path: at("in.jsonl") });
  await convert({ path: at("in.jsonl"), output_path: at("back.csv") });
  expect((await text(at("back.csv"))).replaceAll('"', "")).toBe(csv.replaceAll('"', ""));
  const { rows: groups } = await aggregate({
    path: at("back.csv"),
    group_by: ["city"],
    measures: [{ op: "sum", column: "price" }],
  });
  expect(groups).toHaveLength(7);
  expect(groups[0]).toEqual({ city: "city 0", sum_price: 6426.42 });
  expect((await filter({ path: at("in.jsonl"), query: "@.price > 29.98" })).values).toEqual([
    { id: 2999, city: "city 3", price: 29.99 },
  ]);
  expect((await fails("convert_format", { path: at("in.jsonl"), output_path: at("back.csv") })).code).toBe(
    "already_exists",
  );
  expect((await fails("convert_format", { path: at("none.csv"), to: "json" })).code).toBe("not_found");
  await backend[Symbol.asyncDispose]?.();
});
