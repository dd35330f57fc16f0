import { useEngine } from "../../_sql.fixture.ts";
import { confinedCases } from "../cases/_confined-cases.fixture.ts";
import { startWasm } from "./_wasm-thread.fixture.ts";
import { wasmSql } from "./wasm-sql.ts";

useEngine(wasmSql(startWasm));
confinedCases();
