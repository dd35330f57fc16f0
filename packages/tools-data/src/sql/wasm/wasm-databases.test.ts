import { useEngine } from "../../_sql.fixture.ts";
import { duckdbCases } from "../cases/_duckdb-cases.fixture.ts";
import { startWasm } from "./_wasm-thread.fixture.ts";
import { wasmSql } from "./wasm-sql.ts";

useEngine(wasmSql(startWasm));
duckdbCases();
