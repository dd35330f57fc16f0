import { useEngine } from "../../_sql.fixture.ts";
import { errorCases } from "../cases/_error-cases.fixture.ts";
import { startWasm } from "./_wasm-thread.fixture.ts";
import { wasmSql } from "./wasm-sql.ts";

useEngine(wasmSql(startWasm));
errorCases();
