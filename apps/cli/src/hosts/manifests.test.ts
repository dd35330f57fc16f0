import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
// By path, as the scripts are not a package.
import { hostManifests, withVersion } from "../../../../scripts/write-host-manifests.ts";

const root = join(import.meta.dirname, "../../../..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const command = JSON.parse(read("apps/cli/package.json")) as { name: string; version: string; mcpName: string };

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

/** What the MCP registry accepts for a server that is an npm package and speaks stdio: schema 2025-12-11. */
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

test.each(hostManifests)(
  "$path has the version of the command: node scripts/write-host-manifests.ts",
  ({ path, version }) => {
    const versions = [...read(path).matchAll(version)].map(([, each]) => each);
    expect(new Set(versions)).toEqual(new Set([command.version]));
  },
);

test("server.json is valid, under the names by which the registry and npm know the command", () => {
  const server = serverJson.parse(JSON.parse(read("deploy/server.json")));
  expect(server.name).toBe(command.mcpName);
  expect(server.packages.map(({ identifier }) => identifier)).toEqual([command.name]);
});

test.each(hostManifests)("only versions change when a new one is written into $path", ({ path, version }) => {
  const before = read(path);
  const after = withVersion(before, version, "7.8.9");
  expect(new Set([...after.matchAll(version)].map(([, each]) => each))).toEqual(new Set(["7.8.9"]));
  expect(withVersion(after, version, command.version)).toBe(before);
});

describe("the Dockerfile", () => {
  const lines = read("deploy/Dockerfile").replaceAll("\\\n", " ").split("\n");
  const instructions = lines
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => /^(\S+)\s+(.*)$/.exec(line)?.slice(1) ?? []);
  const of = (name: string) => instructions.filter(([each]) => each === name).map(([, rest = ""]) => rest);

  test("starts from a pinned major version that the command supports, and leaves no lists behind", () => {
    expect(of("FROM")).toEqual([expect.stringMatching(/^node:(2[4-9]|[3-9]\d)-slim$/)]);
    const [install = ""] = of("RUN");
    expect(install).toMatch(/apt-get update .*--no-install-recommends .*rm -rf \/var\/lib\/apt\/lists/s);
    expect(install).toMatch(/ "holdall@\$\{VERSION\}" /);
    expect(of("ADD")).toEqual([]);
  });

  test("serves as a user without rights, told as a list so that signals arrive", () => {
    const names = instructions.map(([name]) => name);
    expect(of("USER")).toEqual(["node"]);
    expect(names.indexOf("USER")).toBeLessThan(names.indexOf("ENTRYPOINT"));
    expect(names.lastIndexOf("RUN")).toBeLessThan(names.indexOf("USER"));
    const [workdir] = of("WORKDIR");
    expect(JSON.parse(of("ENTRYPOINT")[0] ?? "")).toEqual(["holdall", "serve", "--root", workdir]);
  });
});
