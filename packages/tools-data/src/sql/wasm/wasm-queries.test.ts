import { useEngine } from "../../_sql.fixture.ts";
import { exactCases } from "../cases/_exact-cases.fixture.ts";
import { queryCases } from "../cases/_query-cases.fixture.ts";
import { startWasm } from "./_wasm-thread.fixture.ts";
import { wasmSql } from "./wasm-sql.ts";

useEngine(wasmSql(startWasm));
queryCases();
exactCases();
