import { contentText } from "@holdall/tool-core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answersIn, openTree, promptOf, resultsIn } from "./_script.fixture.ts";

/** What one agent does in its turns: a plan for each, then its report. */
interface Plan {
  readonly turns: readonly {
    readonly tokens: number;
    readonly children: readonly Plan[];
    readonly door: "tool" | "background" | "resume";
  }[];
  readonly last: number;
}

const tokens = fc.integer({ min: 1, max: 9_000 });
const plan = (depth: number): fc.Arbitrary<Plan> =>
  fc.record({
    turns: fc.array(
      fc.record({
        tokens,
        children: depth > 0 ? fc.array(plan(depth - 1), { maxLength: 3 }) : fc.constant([]),
        door: fc.constantFrom("tool", "background", "resume"),
      }),
      { maxLength: 3 },
    ),
    last: tokens,
  });

test("spent is at most the budget and one call for each agent at work; what was set aside is given back to the token", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan(2), { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 5_000, max: 120_000 }),
      async (plans, limit) => {
        const byName = new Map<string, Plan>();
        let names = 0;
        const nameOf = (each: Plan) => {
          byName.set(`plan ${++names}`, each);
          return `plan ${names}`;
        };
        let [spent, working, most, largest] = [0, 0, 0, 0];
        const { session, events } = openTree({
          limits: { tokens: limit, depth: 3, total: 50, atOnce: 4 },
          script: async (request) => {
            most = Math.max(most, ++working);
            await Promise.resolve();
            working--;
            const own = byName.get(promptOf(request));
            const step = request.tools.length > 0 ? own?.turns[answersIn(request)] : undefined;
            const cost = step?.tokens ?? own?.last ?? 1;
            spent += cost;
            largest = Math.max(largest, cost);
            if (!step) return { text: "Done.", tokens: cost };
            const before = resultsIn(request)
              .join(" ")
              .match(/task_\w+/)?.[0];
            const calls = step.children.map((child): [string, object] => {
              const prompt = nameOf(child);
              const more =
                step.door === "background"
                  ? { background: true }
                  : step.door === "resume" && before
                    ? { task_id: before }
                    : {};
              return ["task", { description: "d", prompt, ...more }];
            });
            return { tokens: cost, calls: calls.length > 0 ? calls : [["look", { path: `/${spent}` }]] };
          },
        });
        const results = await session.callAll(
          plans.map((each) => ({ tool: "task", input: { description: "d", prompt: nameOf(each) } })),
        );
        for (const result of results)
          if (!result.ok) expect(contentText(result.content)).toMatch(/takes about|were started/);
        // Those in the background go on: wait until nothing has happened for some turns of the event loop.
        for (let [quiet, seen] = [0, -1]; quiet < 5; quiet = seen === events.length ? quiet + 1 : 0) {
          seen = events.length;
          await new Promise(setImmediate);
        }
        const { agents } = session.snapshot().state as { agents: { spent: { tokens: number } } };
        expect(agents.spent.tokens).toBe(spent);
        const refused = await session.call("task", { description: "d", prompt: "x".repeat(4 * limit) });
        expect(contentText(refused.content)).toMatch(
          new RegExp(`(and ${Math.max(0, limit - spent)} of ${limit} are left|50 of 50)`),
        );
        await session[Symbol.asyncDispose]();
        expect(spent).toBeLessThanOrEqual(limit + most * largest);
      },
    ),
    { numRuns: 150 },
  );
});
