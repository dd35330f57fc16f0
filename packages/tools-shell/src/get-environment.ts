import { defineTool, type ForeignParam, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { cleanEnvironment } from "./_environment.ts";
import type { ShellToolsOptions } from "./options.ts";
import { maskValue } from "./text/mask-value.ts";
import { toPlainText } from "./text/plain-text.ts";

const input = z.object({ names: z.array(z.string()).optional() });
const output = z.object({
  variables: z.record(z.string(), z.string()),
  /** Requested, but not available to commands, whether it is set or not. */
  hidden: z.array(z.string()),
});

export type GetEnvironmentInput = z.infer<typeof input>;
export type GetEnvironmentOutput = z.infer<typeof output>;

/** One name, or a list of them. */
const one: ForeignParam = (value) => ({
  input: { names: typeof value === "string" && !value.startsWith("[") ? [value] : value },
});

/**
 * Create the tool `get_environment`: returns the variables that commands get, with masked secrets. Other variables of the host
 * are not returned.
 */
export function getEnvironment({
  env,
}: ShellToolsOptions = {}): Tool<GetEnvironmentInput, GetEnvironmentOutput, "get_environment", GetEnvironmentInput> {
  return defineTool({
    name: "get_environment",
    category: "shell",
    description: "Environment variables that commands start with; secrets are masked.",
    examples: ["which environment variables are set", "what is the PATH"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: {
      names: ["get_env", "list_environment"],
      params: { keys: "names", variables: "names" },
      foreign: { name: one, key: one, variable: one, names: one },
    },
    access: () => [],
    execute({ names }) {
      const all = cleanEnvironment(env);
      const asked = names ?? Object.keys(all).sort();
      const known = asked.filter((name) => Object.hasOwn(all, name));
      const shown = known.map((name) => [name, toPlainText(maskValue(name, all[name] ?? "")).text] as const);
      return { variables: Object.fromEntries(shown), hidden: asked.filter((name) => !Object.hasOwn(all, name)) };
    },
    render({ variables, hidden }) {
      const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
      if (hidden.length > 0) lines.push(`Commands do not see ${hidden.join(", ")}.`);
      return lines.join("\n") || "No variables.";
    },
  });
}
