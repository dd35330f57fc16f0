import { errorCases } from "./sql/cases/_error-cases.fixture.ts";

errorCases();
