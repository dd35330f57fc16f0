import { queryCases } from "./sql/cases/_query-cases.fixture.ts";

queryCases();
