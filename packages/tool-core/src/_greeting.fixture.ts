import { z } from "zod";
import { allow } from "./policy/policy.ts";
import { createRegistry } from "./registry/registry.ts";
import type { Registry } from "./registry/types.ts";
import { openSession } from "./session/open-session.ts";
import type { Session, SessionOptions } from "./session/session.ts";
import { defineTool, type Tool } from "./tool.ts";

/** A tool that greets: irregular names in two dialects, one access, a rendering. */
export const greet = defineTool({
  name: "greet_person",
  category: "test",
  description: "Greet a person. Prefer {wave_hand} from afar.",
  guidance: "Greet everybody once.\nUse {wave_hand} when it is loud.",
  input: z.object({ first_name: z.string(), times: z.int().optional(), polite: z.boolean().optional() }),
  output: z.object({ full_text: z.string() }),
  hints: { readOnly: true, openWorld: false },
  aliases: {
    names: ["hello"],
    params: { who: "first_name" },
    claude: { name: "Greet", params: { first_name: "person-name" } },
  },
  access: ({ first_name }) => [{ action: "read", target: `/people/${first_name}` }],
  execute: ({ first_name, times = 1 }) => ({ full_text: `Hello ${first_name}`.repeat(times) }),
  render: ({ full_text }) => `${full_text}!`,
});

export const wave = defineTool({
  name: "wave_hand",
  category: "test",
  description: "Wave.",
  input: z.object({}),
  hints: { readOnly: true, openWorld: false },
  execute: () => "waved",
});

/** A tool made of one function, that touches nothing. */
export function toolOf(execute: Tool["execute"], more: Partial<Tool> = {}): Tool {
  return defineTool({
    name: "run_it",
    category: "test",
    description: "Runs.",
    input: z.looseObject({}) as Tool["input"],
    access: () => [],
    execute,
    ...more,
  });
}

export function sessionOf(tools: readonly Tool[] | Registry, options: Partial<SessionOptions> = {}): Session {
  const registry = "add" in tools ? tools : createRegistry(tools);
  return openSession(registry, { policy: allow(), ...options });
}
