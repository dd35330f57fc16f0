import { useEngine } from "../../_sql.fixture.ts";
import { sessionCases } from "../cases/_session-cases.fixture.ts";
import { startWasm } from "./_wasm-thread.fixture.ts";
import { wasmSql } from "./wasm-sql.ts";

useEngine(wasmSql(startWasm));
sessionCases();
