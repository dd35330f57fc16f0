import { existsSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { commandManifest, hostManifests, readManifest } from "./_host-manifests.ts";
import { type Report, runCheck } from "./_workspace.ts";

const input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
  isRepeated: z.boolean().optional(),
};

const argument = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("named"), name: z.string(), ...input }),
  z
    .strictObject({ type: z.literal("positional"), valueHint: z.string().optional(), ...input })
    .refine(({ value, valueHint }) => value !== undefined || valueHint !== undefined, "needs a value or a valueHint"),
]);

/** What the MCP registry takes of a server that is an npm package and speaks stdio: schema 2025-12-11. */
const serverJson = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[\w.-]+)?$/),
  websiteUrl: z.url(),
  repository: z.strictObject({ url: z.url(), source: z.string(), subfolder: z.string().regex(/^[\w-]+(\/[\w-]+)*$/) }),
  icons: z.array(
    z.strictObject({
      src: z.url({ protocol: /^https$/ }).max(255),
      mimeType: z.enum(["image/png", "image/jpeg", "image/svg+xml", "image/webp"]),
      sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)),
    }),
  ),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal("npm"),
        registryBaseUrl: z.literal("https://registry.npmjs.org"),
        identifier: z.string(),
        version: z.string(),
        runtimeHint: z.literal("npx"),
        transport: z.strictObject({ type: z.literal("stdio") }),
        packageArguments: z.array(argument),
      }),
    )
    .min(1),
});

/** What is published about the command beside it: of its version, under its names, as those who read it take it. */
export function checkHostManifests(root: string): Report {
  if (!existsSync(join(root, "apps/cli/package.json"))) return { looked: "no command", problems: [] };
  const { name, version = "", mcpName } = commandManifest(root);
  const problems = hostManifests.flatMap((manifest) => {
    const found = [...readManifest(root, manifest).matchAll(manifest.version)].map(([, each]) => each);
    const other = found.find((each) => each !== version);
    if (found.length > 0 && other === undefined) return [];
    return [
      `${manifest.path} says ${other ?? "no version"} instead of ${version}: run node scripts/write-host-manifests.ts.`,
    ];
  });
  const parsed = serverJson.safeParse(JSON.parse(readManifest(root, { path: "deploy/server.json", version: /x/ })));
  if (!parsed.success) return { looked: "server.json", problems: [...problems, z.prettifyError(parsed.error)] };
  if (parsed.data.name !== mcpName)
    problems.push(
      `apps/cli/package.json needs "mcpName": "${parsed.data.name}", by which the registry knows its owner.`,
    );
  if (parsed.data.packages.some(({ identifier }) => identifier !== name))
    problems.push(`deploy/server.json names another package than ${name}.`);
  return { looked: `${hostManifests.length} manifests of the command, version ${version}`, problems };
}

if (import.meta.main) await runCheck("hosts", checkHostManifests);
