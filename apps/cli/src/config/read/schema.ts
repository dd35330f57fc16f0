import * as z from "zod";
import { messagesSchema } from "../messages/messages-schema.ts";
import { untrustedTextSchema } from "../policy/untrusted-text.ts";
import { secretsSchema } from "../secrets/secrets-schema.ts";

const scope = z.strictObject({
  actions: z.array(z.enum(["read", "write", "delete", "execute", "network", "message", "spend", "none"])).optional(),
  under: z.string().min(1).optional(),
  tools: z.array(z.string()).optional(),
});

const rule = z.union([
  z.string().min(1),
  z.strictObject({
    rule: z.string(),
    match: z.array(z.string()).optional(),
    not_match: z.array(z.string()).optional(),
  }),
]);

const agent = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "needs lower case letters, digits and -"),
    description: z.string().min(1).optional(),
    instructions: z.string().optional(),
    tools: z.array(z.string()).optional(),
    /** The command of an agent that speaks the Agent Client Protocol; the next three are for such an agent. */
    acp: z.array(z.string().min(1)).min(1).optional(),
    env: z.record(z.string().regex(/^[A-Za-z_]\w*$/, "is not the name of a variable"), z.string()).optional(),
    domains: z.array(z.string().min(1)).optional(),
    sandbox: z.boolean().optional(),
    turns: z.number().int().positive().optional(),
    seconds: z.number().positive().optional(),
    idle_seconds: z.number().positive().optional(),
    tokens: z.number().int().positive().optional(),
    cost: z.number().positive().optional(),
  })
  .superRefine(({ acp, description, tools, env, domains, sandbox }, { addIssue }) => {
    const wrong = (path: string, message: string) => addIssue({ code: "custom", path: [path], message });
    if (!acp && description === undefined) wrong("description", "is required, unless the agent has acp");
    if (acp && tools) wrong("tools", "does not apply to an agent with acp, which has tools of its own");
    for (const [key, value] of Object.entries({ env, domains, sandbox }))
      if (!acp && value !== undefined) wrong(key, "applies only to an agent with acp");
  });

export type ConfigAgent = z.infer<typeof agent>;

/** The user's own agents, in the user's folder. */
export const agentsSchema = z.strictObject({ own: z.array(agent).optional() });

const narrowOnly = "tools always stay in the root; to allow more, choose a wider one: root: DIR, or --root DIR";

/** What `holdall.config.yaml` may say. Unknown keys are errors. */
/** Postgres databases by name: the key `databases` of a configuration, and all of the user's `databases.yaml`. */
export const databasesSchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_-]{0,63}$/, "needs lower case letters, digits, _ and -"),
  z.strictObject({
    url: z.string().min(1),
    max_rows: z.number().int().positive().optional(),
    timeout: z.number().positive().max(3_600).optional(),
    schemas: z.array(z.string().min(1)).min(1).optional(),
  }),
);
export type DatabaseConfig = z.infer<typeof databasesSchema>[string];

export const configSchema = z.strictObject({
  preset: z.enum(["coding", "minimal", "office", "readonly", "research"]).optional(),
  root: z.string().min(1).optional(),
  backend: z.string().min(1).optional(),
  dialect: z.enum(["snake", "camel", "claude"]).optional(),
  policy: z
    .strictObject({ allow: z.array(scope).optional(), ask: z.array(scope).optional(), deny: z.array(scope).optional() })
    .optional(),
  permissions: z
    .strictObject({
      mode: z.enum(["default", "accept_edits", "plan", "bypass"]).optional(),
      allow: z.array(rule).optional(),
      ask: z.array(rule).optional(),
      deny: z.array(rule).optional(),
    })
    .optional(),
  untrusted_text: untrustedTextSchema.optional(),
  audit: z.string().min(1).optional(),
  hide_secrets: z.boolean().optional(),
  history: z.boolean().optional(),
  limits: z
    .strictObject({
      time: z.union([z.number().positive(), z.literal(false)]).optional(),
      output: z.union([z.number().positive(), z.literal(false)]).optional(),
      processes: z.number().int().positive().optional(),
      memory: z.number().positive().optional(),
      temporary: z.number().positive().optional(),
    })
    .optional(),
  sandbox: z.strictObject({ domains: z.array(z.string().min(1)).optional() }).optional(),
  shell: z.enum(["system", "portable"]).optional(),
  tools: z
    .strictObject({
      restrict_to_workspace: z
        .boolean()
        .refine((value) => value, narrowOnly)
        .optional(),
      shell_timeout: z.number().positive().max(3_600).optional(),
      with_shell: z.boolean().optional(),
      without: z.array(z.string()).optional(),
      programs: z.boolean().optional(),
      current_time: z.strictObject({ time_zone: z.string().optional() }).optional(),
      todo_write: z.strictObject({ strict: z.boolean().optional() }).optional(),
      web: z
        .strictObject({
          brave: z.strictObject({ enabled: z.boolean().optional(), api_key: z.string().min(1).optional() }).optional(),
        })
        .optional(),
      mcp_servers: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  web: z
    .strictObject({
      enabled: z.boolean().optional(),
      allow: z.array(z.string().min(1)).optional(),
      providers: z
        .array(z.enum(["brave", "tavily", "exa", "google", "searxng", "duckduckgo"]))
        .min(1)
        .optional(),
      blocked_domains: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  finance: z
    .strictObject({
      enabled: z.boolean().optional(),
      providers: z
        .array(z.enum(["twelve-data", "finnhub", "alpha-vantage", "coingecko", "kraken", "coinbase", "ecb"]))
        .min(1)
        .optional(),
    })
    .optional(),
  messages: messagesSchema.optional(),
  secrets: secretsSchema.optional(),
  databases: databasesSchema.optional(),
  prices: z
    .record(
      z.string().min(1),
      z.string().regex(/^\d+(\.\d+)?(\/\d+(\.\d+)?){1,2}$/, "needs dollars per million tokens: 3/15, or 3/0.30/15"),
    )
    .optional(),
  memory: z.string().min(1).optional(),
  runs: z.string().min(1).optional(),
  agents: z
    .strictObject({
      own: z.array(agent).optional(),
      folder: z.string().min(1).optional(),
      at_once: z.number().int().positive().max(8).optional(),
      total: z.number().int().positive().max(32).optional(),
      tokens: z.number().int().positive().optional(),
    })
    .optional(),
  skills: z
    .strictObject({ enabled: z.boolean().optional(), folders: z.array(z.string().min(1)).optional() })
    .optional(),
  mcp_servers: z.record(z.string(), z.unknown()).optional(),
  extensions: z.array(z.string().min(1)).optional(),
});

export type Config = z.infer<typeof configSchema>;
export type ConfigScope = z.infer<typeof scope>;
