import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import * as worker from "../../apps/cli/src/commands/runs/worker.ts";
import * as serve from "../../apps/cli/src/commands/serve/serve.ts";

interface Service {
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly depends_on?: readonly string[] | object;
}

const read = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");
const { services } = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service> };
const commands: Record<string, { readonly options: object }> = { serve, worker };

test("each container starts the command with options that it has, on one database", () => {
  const own = Object.entries(services).filter(([, { entrypoint }]) => entrypoint);
  expect(own.map(([name]) => name)).toEqual(["node-1", "node-2", "worker-1", "worker-2"]);
  const databases = new Set<string>();
  for (const [name, { entrypoint = [], command = [] }] of own) {
    const [program, subcommand = "", ...words] = [...entrypoint, ...command];
    expect(program).toBe("holdall");
    const known = Object.keys(commands[subcommand]?.options ?? {});
    for (const [at, word] of words.entries()) {
      if (word.startsWith("--")) expect(known, `${name} ${word}`).toContain(word.slice(2));
      if (word === "--database" || word === "--sessions") databases.add(words[at + 1] ?? "");
    }
  }
  expect([...databases]).toEqual([expect.stringMatching(/^postgres:/)]);
});

test("the balancer sends requests to each node, without keeping clients at one", () => {
  const config = read("nginx.conf");
  for (const name of ["node-1", "node-2"]) expect(config).toContain(`server ${name}:3000`);
  expect(config).not.toMatch(/^\s*(ip_hash|hash|sticky)\b/m);
});
