import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";
import { cleanEnvironment } from "./_environment.ts";
import type { ShellToolsOptions } from "./options.ts";

const input = z.object({ names: z.array(z.string()).optional() });
const output = z.object({
  variables: z.record(z.string(), z.string()),
  /** Asked for, and not among what commands may see. */
  hidden: z.array(z.string()),
});

export type GetEnvironmentInput = z.infer<typeof input>;
export type GetEnvironmentOutput = z.infer<typeof output>;

/** Tell the variables that commands start with. Nothing else of the host's environment is told, not even whether it is there. */
export function getEnvironment({ env }: ShellToolsOptions = {}): Tool<GetEnvironmentInput, GetEnvironmentOutput> {
  return defineTool({
    name: "get_environment",
    category: "shell",
    description: "Tell the environment variables that commands see; secrets are masked.",
    examples: ["what is in PATH", "which environment variables are set"],
    input,
    output,
    hints: { readOnly: true, openWorld: false },
    aliases: { names: ["get_env", "list_environment"], params: { keys: "names" } },
    access: () => [],
    execute({ names }) {
      const all = cleanEnvironment(env);
      const asked = names ?? Object.keys(all).sort();
      const known = asked.filter((name) => Object.hasOwn(all, name));
      return {
        variables: Object.fromEntries(
          known.map((name) => [name, isSecret(name, all[name] ?? "") ? masked : (all[name] ?? "")]),
        ),
        hidden: asked.filter((name) => !Object.hasOwn(all, name)),
      };
    },
    render({ variables, hidden }) {
      const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
      const note = hidden.length > 0 ? [`Commands do not see ${hidden.join(", ")}.`] : [];
      return [...lines, ...note].join("\n") || "No variables.";
    },
  });
}

const masked = "[secret]";

/** By its name, by the form of its value, or by a login in a URL. */
const isSecret = (name: string, value: string): boolean =>
  /(^|_)(TOKEN|SECRET|PASSWORD|PASSWD|PASS|KEY|APIKEY|AUTH|CREDENTIALS?|COOKIE|SESSION)(_|$)/i.test(name) ||
  /^(gh[pousr]_|github_pat_|sk-|xox[abprs]-|AKIA|AIza|glpat-|npm_|eyJ)|-----BEGIN|:\/\/[^/\s:]*:[^@\s]+@/.test(value);
