import { isDeepStrictEqual } from "node:util";
import { extractFrom } from "../../../packages/tools-program/src/calls/extract-value.ts";
import { isOwnTool } from "./stand-ins.ts";
import type { SuiteCall, SuiteTask } from "./suite.ts";

/** One program of a task, with the calls that it makes. */
export interface PlannedProgram {
  readonly code: string;
  readonly calls: readonly SuiteCall[];
}

/** How many values of arguments that come from results of others reach a call in which way. */
export interface HandedValues {
  /** Texts that a program passes on without seeing them, where it is sealed. */
  readonly passed: number;
  /** Numbers, and what `$extract` reads. */
  readonly read: number;
  /** Words of a model that has read the results. */
  readonly told: number;
}

export interface ProgramPlan {
  readonly programs: readonly PlannedProgram[];
  readonly values: HandedValues;
}

const none: HandedValues = { passed: 0, read: 0, told: 0 };

export const addValues = (a: HandedValues, b: HandedValues): HandedValues => ({
  passed: a.passed + b.passed,
  read: a.read + b.read,
  told: a.told + b.told,
});

const forms = ["email", "url", "date", "integer", "number", "id"] as const;

/**
 * The right calls of a task as a model can write them that has read nothing yet. What the user has said is written down; what is a
 * field of a result, or can be read in one by `$extract`, is taken from there. Anything else is words of a model that has read the
 * results: the program ends before that call and returns them, and the next one has the words.
 */
export function planPrograms({ prompt, calls }: SuiteTask): ProgramPlan {
  const programs: PlannedProgram[] = [];
  let lines: string[] = [];
  let made: SuiteCall[] = [];
  let values = none;
  const end = (last: string) => {
    programs.push({ code: ["const seen = [];", ...lines, last].join("\n"), calls: made });
    [lines, made] = [[], []];
  };
  for (const call of calls) {
    const write = () => writeValue(call.args, prompt, made);
    let written = write();
    values = addValues(values, written.values);
    if (written.values.told > 0) {
      end("return seen;");
      written = write();
    }
    lines.push(`seen.push(await tools.${call.tool}(${written.code}));`);
    made.push(call);
  }
  end("return seen.slice(-2);");
  return { programs, values };
}

interface Written {
  readonly code: string;
  readonly values: HandedValues;
}

/** An argument as code, after the calls that the program has made. */
function writeValue(value: unknown, prompt: string, made: readonly SuiteCall[]): Written {
  if (typeof value === "object" && value !== null) {
    const isList = Array.isArray(value);
    const parts = Object.entries(value).map(([key, each]) => ({ key, ...writeValue(each, prompt, made) }));
    const inner = parts.map(({ key, code }) => (isList ? code : `${JSON.stringify(key)}: ${code}`)).join(", ");
    const values = parts.map((part) => part.values).reduce(addValues, none);
    return { code: isList ? `[${inner}]` : `{ ${inner} }`, values };
  }
  const literal = { code: JSON.stringify(value), values: none };
  if (typeof value !== "string" && typeof value !== "number") return literal;
  if (value === "" || prompt.toLowerCase().includes(String(value).toLowerCase())) return literal;
  const leaves = made.flatMap(({ tool, result }, at) =>
    leavesOf(result, `seen[${at}].result`).map((leaf) => ({ ...leaf, isOwn: isOwnTool(tool) })),
  );
  const countOf = (key: keyof HandedValues, isOwn: boolean) => (isOwn ? none : { ...none, [key]: 1 });
  const field = leaves.findLast((leaf) => leaf.value === value);
  if (field) return { code: field.path, values: countOf(typeof value === "string" ? "passed" : "read", field.isOwn) };
  for (const { value: text, path, isOwn } of [...leaves].reverse()) {
    if (typeof text !== "string") continue;
    const type = forms.find((form) => isDeepStrictEqual(extractFrom(text, { type: form }), { value }));
    if (type) return { code: `await tools.$extract(${path}, { type: "${type}" })`, values: countOf("read", isOwn) };
  }
  return { ...literal, values: leaves.some(({ isOwn }) => !isOwn) ? { ...none, told: 1 } : none };
}

interface Leaf {
  readonly path: string;
  readonly value: unknown;
}

function leavesOf(value: unknown, path: string): Leaf[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(
      each,
      Array.isArray(value)
        ? `${path}[${key}]`
        : /^[a-z_]\w*$/i.test(key)
          ? `${path}.${key}`
          : `${path}[${JSON.stringify(key)}]`,
    ),
  );
}
