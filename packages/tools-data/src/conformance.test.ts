import { memoryBackend } from "@holdall/backends-memory";
import { describeTools } from "@holdall/conformance";
import { dataTools } from "./data-tools.ts";

describeTools("data tools", () => {
  const backend = memoryBackend({ files: { "/in.csv": "city,price\nRome,1.20\nOslo,3\n" } });
  return {
    backend,
    tools: dataTools({ backend }),
    obvious: ["output_path", "columns", "group_by", "measures", "as", "delimiter", "sheet", "to"],
    samples: {
      convert_format: { path: "/in.csv", output_path: "/out.json" },
      filter_data: { path: "/in.csv", query: "$[?@.price > 2]" },
      aggregate_data: { path: "/in.csv", group_by: ["city"] },
      query_data: { sql: "SELECT city FROM '/in.csv'" },
    },
  };
});
