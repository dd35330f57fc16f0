import type { Tour } from "../step.ts";
import { clean } from "./clean.ts";
import { delegate } from "./delegate.ts";
import { plan } from "./plan.ts";
import { remember } from "./remember.ts";
import { repair } from "./repair.ts";
import { research } from "./research.ts";
import { sales } from "./sales.ts";
import { search } from "./search.ts";

/** What scripted agents show, in the order of a first visit. */
export const tours: readonly Tour[] = [repair, search, clean, sales, research, plan, delegate, remember];
