import { countries } from "./sql-questions/countries.ts";
import { missingAndNested } from "./sql-questions/missing-and-nested.ts";
import { prices } from "./sql-questions/prices.ts";
import type { Question } from "./sql-questions/question.ts";
import { weatherAndFlights } from "./sql-questions/weather-and-flights.ts";

/** Questions about open data that packages ship, with their answers. */
export const questions: readonly Question[] = [...weatherAndFlights, ...prices, ...missingAndNested, ...countries];
