import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
// By path, as the scripts are not a package.
import { blocksOf, root } from "../../../../scripts/docs/blocks.ts";
import { hosts, startOf } from "./hosts.ts";
import { renderEntry } from "./render-entry.ts";

const page = "docs/guides/hosts.md";
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  json: JSON.parse,
  toml: parseToml,
  yaml: parseYaml,
};
const blocks = blocksOf(page).filter(({ lang }) => lang in parsers);
const startIn = (name: string) => startOf(["serve", "--root", hosts[name]?.folder ?? "/path/to/project"], "linux");

test.for(blocks.map((block) => [`${block.lang} at line ${block.line}`, block] as const))(
  "%s parses",
  ([, { lang, code }]) => {
    expect(parsers[lang]?.(code)).toBeTypeOf("object");
  },
);

describe.each(Object.keys(hosts))("%s", (name) => {
  const host = hosts[name]!;

  test("has the entry on the page that holdall init writes, with npx where its host looks for it", () => {
    const block = blocks.find(({ info }) => info.get("host") === name);
    expect(`${block?.code}\n`).toBe(renderEntry(host, startIn(name)));
    const parsed = parsers[host.format]?.(block?.code ?? "");
    const entry = [...host.keys, "holdall"].reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], parsed);
    expect(JSON.stringify(entry)).toMatch(/"npx","?.*"-y","holdall","serve","--root"/);
  });

  test("has the link that adds the same, where there is one", () => {
    if (!host.link) return;
    const [, target = ""] =
      new RegExp(`### ${host.title}\\n[^#]*?\\]\\((https://[^)]+)\\)`).exec(readFileSync(join(root, page), "utf8")) ??
      [];
    const start = startIn(name);
    expect(target).toBe(host.link(start));
    const { searchParams } = new URL(target);
    const config = searchParams.get("config");
    const inner = searchParams.get("url");
    const added = config
      ? JSON.parse(Buffer.from(config, "base64").toString())
      : inner
        ? JSON.parse(decodeURIComponent(inner.slice(inner.indexOf("?") + 1)))
        : { command: searchParams.get("cmd"), args: searchParams.getAll("arg") };
    expect(added).toMatchObject(start);
  });
});
