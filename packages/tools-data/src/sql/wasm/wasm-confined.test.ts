import { useEngine } from "../../_sql.fixture.ts";
import { startWasm } from "./_wasm-thread.fixture.ts";
import { wasmSql } from "./wasm-sql.ts";

useEngine(wasmSql(startWasm));
await import("../../query-data-confined.test.ts");
