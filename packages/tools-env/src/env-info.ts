import { defineTool, type Tool } from "@holdall/tool-core";
import * as z from "zod";

export interface EnvInfoOptions {
  /** Facts about where the agent runs: `{ os: "Linux 6.1", node: "24.21.0" }`. Defaults to the name and platform of the runtime. */
  readonly platform?: Readonly<Record<string, string>> | undefined;
  /** The capabilities of the user interface: `{ shell: "bash 5.2", network: false }`. */
  readonly surface?: Readonly<Record<string, string | boolean>> | undefined;
}

export interface EnvInfoOutput {
  readonly cwd: string;
  readonly platform: Readonly<Record<string, string>>;
  readonly surface: Readonly<Record<string, string | boolean>>;
  /** True if the session is a dry run. */
  readonly dry_run: boolean;
}

const output = z.object({
  cwd: z.string(),
  platform: z.record(z.string(), z.string()),
  surface: z.record(z.string(), z.union([z.string(), z.boolean()])),
  dry_run: z.boolean(),
});

/**
 * Create the tool `env_info`: returns the working directory, the platform and the capabilities of the user interface, as set
 * by the host. Does not look up anything else.
 */
export function envInfo({
  platform = runtimeFacts(),
  surface = {},
}: EnvInfoOptions = {}): Tool<Record<string, never>, EnvInfoOutput, "env_info", Record<string, never>> {
  return defineTool({
    name: "env_info",
    category: "environment",
    description: "Working directory, platform, versions and what works here.",
    examples: ["which operating system is this", "where am I working", "can you run commands here"],
    input: z.object({}),
    aliases: { names: ["list_allowed_directories"] },
    output,
    hints: { readOnly: true, openWorld: false },
    access: () => [],
    execute: (_input, { cwd, dryRun }) => ({ cwd, platform, surface, dry_run: dryRun }),
    render: ({ cwd, platform, surface, dry_run }) =>
      [
        `cwd: ${cwd}`,
        ...Object.entries(platform).map(([name, value]) => `${name}: ${value}`),
        ...Object.entries(surface).map(
          ([name, value]) => `${name}: ${typeof value === "string" ? value : value ? "yes" : "no"}`,
        ),
        ...(dry_run ? ["dry run: nothing you do takes effect"] : []),
      ].join("\n"),
  });
}

/** What the platform says of itself in every runtime: Node, Bun, Deno, browsers, workers. */
function runtimeFacts(): Readonly<Record<string, string>> {
  const { userAgent, platform } = (globalThis.navigator ?? {}) as Partial<Navigator>;
  return { ...(userAgent && { runtime: userAgent }), ...(platform && { platform }) };
}
