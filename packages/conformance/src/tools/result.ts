import { contentText, type Tool, toJsonSchema } from "@holdall/tool-core";
import { check } from "../_assert.ts";
import { succeeded, watchTool } from "../adapter/tool-session.ts";
import type { ToolCase } from "../tool/tool-case.ts";

const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { value };
  return value;
};

const wrongValues = (): readonly unknown[] => [
  null,
  true,
  -1,
  1.5,
  Number.NaN,
  Number.MAX_VALUE,
  "",
  "\0",
  "../../../../etc/passwd",
  "\ud800",
  "$&$1{read_file}%s",
  "x".repeat(1_000_000),
  [],
  [null],
  {},
  { length: -1 },
  nested(200),
  nested(20_000),
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
];

/** Inputs that no model should send, and some that models do send. */
function hostileInputs(tool: Tool, sample: unknown): unknown[] {
  const keys = Object.keys((toJsonSchema(tool.input).properties ?? {}) as object);
  const whole = [undefined, 0, "text", "{", "null", '{"a":', [sample], ...wrongValues(), { no_such_parameter: 1 }];
  const single = keys.flatMap((key) => wrongValues().map((value) => ({ ...(sample as object), [key]: value })));
  return [...whole, ...single];
}

/** A call always has a result, and a model can read it. */
export const resultCases: readonly ToolCase[] = [
  {
    name: "runs its sample, gives an output that survives JSON, and renders it",
    async run(tool, fixture) {
      const { call } = await watchTool(tool, fixture);
      const result = await call();
      succeeded(result, "the sample");
      check(JSON.stringify({ output: result.output }).length < 10_000_000, "the output has more than 10 MB of JSON");
      check(result.content.length > 0, "there is no content");
      const text = contentText(result.content);
      check(text.trim().length > 0, "the content is empty");
      check(
        !/\[object \w+\]|\bundefined\b|\bNaN\b/.test(text),
        `the content shows a programmer's value: ${text.slice(0, 200)}`,
      );
    },
  },
  {
    name: "turns hostile input into a result with a code and a message, and is as good as new afterwards",
    async run(tool, fixture) {
      const { session } = await watchTool(tool, fixture);
      for (const input of hostileInputs(tool, fixture.samples[tool.name])) {
        const signal = AbortSignal.timeout(hangs);
        const shown = show(input);
        const result = await session.call(tool.name, input, { signal }).catch((error: unknown) => {
          throw new Error(`the call with ${shown} rejected: ${error}`);
        });
        if (result.ok) continue;
        const { code, message, hint = "" } = result.error;
        check(code !== "internal", `the call with ${shown} failed as internal: ${result.error.cause}`);
        check(code !== "timeout", `the call with ${shown} took more than ${hangs / 1000} seconds`);
        check(
          message.length > 0 && message.length + hint.length < maxMessage,
          `the message and the hint for ${shown} have ${message.length + hint.length} characters`,
        );
      }
      check(!("polluted" in {}), "Object.prototype was changed");
    },
  },
];

/** Characters of an error that a model reads to correct a call. */
const maxMessage = 2_000;

/** Milliseconds after which a call hangs, on a machine that has much else to do. */
const hangs = 20_000;

function show(input: unknown): string {
  try {
    return (JSON.stringify(input) ?? "undefined").slice(0, 120);
  } catch {
    return "deeply nested input";
  }
}
