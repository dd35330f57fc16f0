import { sessionCases } from "./sql/cases/_session-cases.fixture.ts";

sessionCases();
