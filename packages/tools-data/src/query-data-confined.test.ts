import { confinedCases } from "./sql/cases/_confined-cases.fixture.ts";

confinedCases();
