import { defineTool, type ForeignParam, type Tool, ToolError } from "@holdall/tool-core";
import * as z from "zod";
import { quickJsIsolate } from "./isolate/quickjs-isolate.ts";
import type { ProgramToolOptions } from "./options.ts";
import { type ProgramOutput, programOutput } from "./run/output.ts";
import { renderProgram } from "./run/render.ts";

export type RunProgramInput = z.infer<typeof input>;
export type ProgramTool = ReturnType<typeof runProgram>;
const input = z.object({
  code: z.string().describe("JavaScript: statements with `await` and `return`"),
  timeout: z.int().min(1).max(300_000).optional().describe("ms, default 300000"),
});

/**
 * Create the tool `run_program`: runs a program that a model writes over the tools of a registry. The tool itself accesses
 * nothing: each call of the program is checked, approved, logged and limited like a call of the model. If the program fails,
 * the result is still `ok`, and `status` reports it.
 */
export function runProgram(
  options: ProgramToolOptions,
): Tool<RunProgramInput, ProgramOutput, "run_program", z.input<typeof input>> {
  const isolate = options.isolate ?? quickJsIsolate();
  return defineTool({
    name: "run_program",
    category: "programs",
    description:
      "Run a small JavaScript program that calls tools: `const result = await tools.NAME(input)`. Results are data (`await tools.$types('NAME')` says which), and only what it returns or prints comes back. Use it for three or more calls, loops, and filtering long results; a single call is cheaper made directly.",
    guidance: [
      "In {run_program}, `tools` has your tools by their names, with the same input, and resolves to their structured output: print `await tools.$types('NAME', …)` for the types, `tools.$search('words')` for more tools, `tools.NAME.text(input)` for the text you would read. Independent calls go into `Promise.all`.",
      `A failed call throws an error with code, message and next; catch what you can handle. ${isolate.about}`,
      ...(options.sealed
        ? [
            "In {run_program}, texts in results of tools of others are sealed: pass, join, print or return them as they are, and read one with `await tools.$extract(text, { type })`, where type is number, integer, boolean, date, email, url, id, `enum` with `values`, or `object` with `fields`.",
            ...(options.extractor
              ? ["The value may be in the text in other words: a model reads it then, which takes longer."]
              : []),
          ]
        : []),
    ].join("\n"),
    examples: ["do this for every file and sum it up", "call these tools in a loop", "filter a long result with code"],
    input,
    output: programOutput,
    hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    program: "never",
    aliases: {
      names: ["execute_code", "run_code", "code_execution", "codemode", "code_mode"],
      params: {
        source: "code",
        js: "code",
        javascript: "code",
        script: "code",
        program: "code",
        timeout_ms: "timeout",
      },
      foreign: { language: readLanguage, timeout: readTimeout, label: "", title: "", description: "" },
    },
    previews: true,
    // It touches nothing itself: each call of the program is judged when it is made.
    access: () => [],
    async execute({ code, timeout }, ctx) {
      const { runCode } = await import("./run/run-code.ts");
      return runCode(code, timeout, ctx, { ...options, isolate });
    },
    render: renderProgram,
  });
}

const readLanguage: ForeignParam = (value) => {
  const name = String(value).toLowerCase();
  if (/^(js|javascript|ts|typescript|node|nodejs|ecmascript)$/.test(name)) return {};
  throw new ToolError("invalid_input", `Programs are JavaScript, not ${name.slice(0, 40)}.`, {
    hint: "Write it in JavaScript and leave language out.",
  });
};

const readTimeout: ForeignParam = (value) => {
  const given = Number(value);
  if (!(given > 0)) return { note: "timeout was not used: it is not a number." };
  // A value below 1,000 is not in milliseconds.
  const isSeconds = given < 1_000;
  return {
    input: { timeout: Math.min(300_000, Math.ceil(isSeconds ? given * 1_000 : given)) },
    ...(isSeconds && { note: `timeout ${given} was read as seconds.` }),
  };
};
