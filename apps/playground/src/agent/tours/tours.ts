import type { Tour } from "../step.ts";

/** What scripted agents show, in the order of a first visit. */
export const tours: readonly Tour[] = [
  {
    title: "Repair the shop",
    about: "Plans, searches, edits, and asks before each change.",
    load: () => import("./repair.ts"),
  },
  {
    title: "Search the code",
    about: "Finds where something is decided. Only reads, so nothing is asked.",
    load: () => import("./search.ts"),
  },
  {
    title: "Clean data into a PDF",
    about: "Filters a messy CSV, adds it up, draws it, and makes an accessible PDF, all in this browser.",
    load: () => import("./clean.ts"),
  },
  {
    title: "Sales to slides",
    about: "Queries orders with SQL, draws a chart, and makes PowerPoint slides, all in this browser.",
    load: () => import("./sales.ts"),
  },
  {
    title: "Research local pages",
    about: "A model makes a sentence up, and it is dropped. No network.",
    load: () => import("./research.ts"),
  },
  {
    title: "Plan with approval",
    about: "Asks you first, plans without changing anything, and works once you agree.",
    load: () => import("./plan.ts"),
  },
  {
    title: "Delegate to agents",
    about: "Two agents work side by side, each within a budget; one runs out of it.",
    load: () => import("./delegate.ts"),
  },
  {
    title: "Remember",
    about: "Writes a note the first time, and knows it the next.",
    load: () => import("./remember.ts"),
  },
];
