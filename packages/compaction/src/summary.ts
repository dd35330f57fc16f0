import type { JsonSchema } from "@holdall/tool-core";

/** A model's summary of the past, in the shape of `summarySchema`. */
export interface Summary {
  readonly goal: string;
  /** Rules that hold, each with who said it and where. */
  readonly constraints: readonly { readonly text: string; readonly source: string }[];
  readonly decisions: readonly { readonly what: string; readonly why: string }[];
  readonly done: readonly string[];
  readonly open: readonly string[];
  readonly failed: readonly { readonly call: string; readonly error: string }[];
  /** Findings, each with its source. */
  readonly facts: readonly { readonly text: string; readonly from: string }[];
  /** The summary of a model that answered in prose; the rest is empty then. */
  readonly prose?: string;
}

const texts = { type: "array", items: { type: "string" } } as const;
const pairs = <const A extends string, const B extends string>(a: A, b: B) => ({
  type: "array",
  items: {
    type: "object",
    properties: { [a]: { type: "string" }, [b]: { type: "string" } },
    required: [a, b],
    additionalProperties: false,
  },
});

/** The JSON Schema of a summary, for structured output. */
export const summarySchema: JsonSchema = {
  type: "object",
  properties: {
    goal: { type: "string" },
    constraints: pairs("text", "source"),
    decisions: pairs("what", "why"),
    done: texts,
    open: texts,
    failed: pairs("call", "error"),
    facts: pairs("text", "from"),
  },
  required: ["goal", "constraints", "decisions", "done", "open", "failed", "facts"],
  additionalProperties: false,
};

/** True for a value of the schema. */
export function isSummary(value: unknown): value is Summary {
  const { goal, constraints, decisions, done, open, failed, facts } = Object(value) as Record<string, unknown>;
  const allTexts = (list: unknown) => Array.isArray(list) && list.every((each) => typeof each === "string");
  const allPairs = (list: unknown, a: string, b: string) =>
    Array.isArray(list) &&
    list.every((each) => {
      const pair = Object(each) as Record<string, unknown>;
      return typeof pair[a] === "string" && typeof pair[b] === "string";
    });
  return (
    typeof goal === "string" &&
    allPairs(constraints, "text", "source") &&
    allPairs(decisions, "what", "why") &&
    allTexts(done) &&
    allTexts(open) &&
    allPairs(failed, "call", "error") &&
    allPairs(facts, "text", "from")
  );
}

/** Characters that an answer in prose must have to be a summary, and not a refusal. */
const minProse = 100;

/** Read the answer of a model that was asked for a summary: JSON of the schema, with text around it, or prose. Throws for neither. */
export function parseSummary(answer: string): Summary {
  const empty = { goal: "", constraints: [], decisions: [], done: [], open: [], failed: [], facts: [] };
  let problem: unknown = new Error("The summary does not match `summarySchema`.");
  try {
    const parsed: unknown = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
    const whole = { ...empty, ...(parsed as object) };
    if (isSummary(parsed) || (isSummary(whole) && whole.goal !== "")) return whole as Summary;
  } catch (error) {
    problem = error;
  }
  const prose = answer.trim();
  if (prose.length < minProse) throw problem;
  return { ...empty, prose };
}

/** A summary as lines for the model. */
export function renderSummary(summary: Summary): string[] {
  const { goal, constraints, decisions, done, open, failed, facts, prose } = summary;
  const list = (title: string, rows: readonly string[]) =>
    rows.length > 0 ? [`${title}:`, ...rows.map((row) => `- ${row}`)] : [];
  return [
    ...(goal === "" ? [] : [`Goal: ${goal}`]),
    ...(prose === undefined ? [] : [prose]),
    ...list(
      "Constraints",
      constraints.map(({ text, source }) => `${text} (from: ${source})`),
    ),
    ...list(
      "Decisions",
      decisions.map(({ what, why }) => `${what}, because ${why}`),
    ),
    ...list("Done", done),
    ...list("Open", open),
    ...list(
      "Failed",
      failed.map(({ call, error }) => `${call}: ${error}`),
    ),
    ...list(
      "Facts",
      facts.map(({ text, from }) => `${text} (read in: ${from})`),
    ),
  ];
}
