import * as z from "zod";

/** A part of a list, and where the rest begins. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** The `offset` of the next page; absent on the last. */
  readonly next?: number;
}

/** Makes a page of what is added, one after the other; the rest is only counted. */
export function createPage<T>(offset: number, limit: number): { add(item: T): void; page(): Page<T> } {
  const items: T[] = [];
  let total = 0;
  return {
    add(item) {
      if (total++ >= offset && items.length < limit) items.push(item);
    },
    page() {
      const end = offset + items.length;
      return { items, total, ...(end < total && items.length > 0 && { next: end }) };
    },
  };
}

/** `1 file`, `2 files`. */
export const count = (n: number, noun: string, plural = `${noun}s`): string => `${n} ${n === 1 ? noun : plural}`;

const reasons = { ignored: z.number(), not_permitted: z.number(), too_deep: z.number() };

/** What a walk left out, by reason. */
export const walkLeftOut = z.object(reasons).partial();

/** What a listing left out, as sentences for the model; empty when nothing was. */
export function leftOutLines({
  ignored = 0,
  not_permitted: denied = 0,
  too_deep: tooDeep = 0,
}: z.infer<typeof walkLeftOut> = {}): string[] {
  return [
    ...(ignored > 0
      ? [`${count(ignored, "entry", "entries")} hidden by ignore rules (ignored: true shows them).`]
      : []),
    ...(denied > 0 ? [`${count(denied, "entry", "entries")} left out: reading them is not permitted.`] : []),
    ...(tooDeep > 0
      ? [
          `${count(tooDeep, "entry", "entries")} left out with everything below: too deep to have a path. To see them, move a parent folder to a shorter path.`,
        ]
      : []),
  ];
}

/** How a listing was cut and how to continue, as a sentence for the model. */
export function continuation(page: Page<unknown>, offset: number, noun: string, plural = `${noun}s`): string[] {
  if (page.next !== undefined)
    return [`Showing ${offset + 1}-${page.next} of ${count(page.total, noun, plural)}. Next: offset=${page.next}.`];
  if (page.items.length === 0 && page.total > 0)
    return [`There are only ${count(page.total, noun, plural)}; offset ${offset} is past the end.`];
  return [];
}

/** A whole number from 0 on. The bound is checked, and left out of the JSON Schema: models know it, and it costs tokens. */
export const natural = z.int().refine((value) => value >= 0, "must be 0 or more");

/** A whole number from 1 on. */
export const positive = z.int().refine((value) => value >= 1, "must be 1 or more");

/** A switch, and what it does. */
export const flag = (about: string) => z.boolean().optional().describe(about);

/** Where a page begins, and how much it has by default. */
export const pageOf = (unit: string, limit: number) => ({
  offset: natural.optional().describe(`${unit} to skip`),
  limit: positive.optional().describe(`${unit}, default ${limit}`),
});

/** What is left out of searches unless it is asked for. */
export const hiddenFiles = { hidden: flag("Dot files too"), ignored: flag("Git-ignored too") };

export const text = z.string().refine((value) => value !== "", "must not be empty");
