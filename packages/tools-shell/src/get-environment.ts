import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { cleanEnvironment } from "./_environment.ts";
import { masked, maskValue } from "./_text/mask.ts";
import { toPlainText } from "./_text/plain-text.ts";
import type { ShellToolsOptions } from "./options.ts";

const input = z.object({ names: z.array(z.string()).optional() });
const output = z.object({
  variables: z.record(z.string(), z.string()),
  /** Names whose values are secret. */
  hidden: z.array(z.string()),
  /** Names that were asked for and that commands do not get, set or not. */
  absent: z.array(z.string()),
});

export type GetEnvironmentInput = z.infer<typeof input>;
export type GetEnvironmentOutput = z.infer<typeof output>;

/** The environment that commands start with. What else the host has stays unknown; secrets are named and not shown. */
export function getEnvironment({ env }: ShellToolsOptions = {}): Tool<GetEnvironmentInput, GetEnvironmentOutput> {
  return defineTool({
    name: "get_environment",
    category: "shell",
    description: "Environment variables that commands start with. Secrets are hidden.",
    examples: ["which environment variables are set", "what is the PATH"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: { names: ["get_env", "environment"] },
    access: () => [],
    execute({ names }) {
      const all = cleanEnvironment(env);
      const wanted = names ?? Object.keys(all).sort();
      const known = wanted.filter((name) => Object.hasOwn(all, name));
      const values = known.map((name) => [name, toPlainText(maskValue(name, all[name] ?? "")).text] as const);
      return {
        variables: Object.fromEntries(values),
        hidden: values.filter(([, value]) => value.includes(masked)).map(([name]) => name),
        absent: wanted.filter((name) => !known.includes(name)),
      };
    },
    render({ variables, absent }) {
      const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
      if (absent.length > 0) lines.push(`Not set for commands: ${absent.join(", ")}.`);
      return lines.join("\n") || "No variables.";
    },
  });
}
