import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { memoryBackend } from "@holdall/backends-memory";
import { nodeBackend } from "@holdall/backends-node";
import { unstorageBackend } from "@holdall/backends-unstorage";
import { type Backend, joinPath, toPath } from "@holdall/tool-core";
import { createStorage } from "unstorage";
import { expect, onTestFinished, test } from "vitest";
import { skillText } from "./_skills.fixture.ts";
import { skillFolder } from "./index.ts";

const files: Readonly<Record<string, string>> = {
  "good/SKILL.md": skillText("good"),
  "good/references/a b.md": "one\n",
  "good/scripts/run.sh": "echo\n",
  "block/SKILL.md": "---\nname: block\ndescription: |-\n  Two\n  lines.\n---\n",
  "bom/SKILL.md": `\uFEFF${skillText("bom").replaceAll("\n", "\r\n")}`,
  "comment/SKILL.md": `<!-- first -->\n${skillText("comment")}`,
  "other/SKILL.md": skillText("another"),
  "long/SKILL.md": skillText("long", "x".repeat(1025)),
  "alias/SKILL.md": "---\nname: &a alias\ndescription: *a\n---\n",
  "empty/notes.md": "nothing",
};

async function filled(backend: Backend, root: string): Promise<{ backend: Backend; root: string }> {
  for (const [path, text] of Object.entries(files))
    await backend.write(joinPath(toPath(root), path), new TextEncoder().encode(text));
  return { backend, root };
}

const places: Readonly<Record<string, () => Promise<{ backend: Backend; root: string }>>> = {
  memory: () => filled(memoryBackend(), "/skills"),
  unstorage: () => filled(unstorageBackend({ storage: createStorage() }), "/skills"),
  async node() {
    const root = mkdtempSync(join(realpathSync(tmpdir()), "holdall-skills-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return { backend: nodeBackend({ roots: root }), root };
  },
};

test.each(Object.entries(places))(
  "on %s the same folders are the same skills, problems and hashes",
  async (_, make) => {
    const { backend, root } = await make();
    const { skills, problems } = await skillFolder({ backend, root, scope: "user" }).list();
    expect(skills.map(({ fields }) => [fields.name, fields.description])).toEqual([
      ["block", "Two\nlines."],
      ["bom", "Does bom. Use when bom is wanted."],
      ["good", "Does good. Use when good is wanted."],
    ]);
    expect(problems.map(({ path, line }) => `${path.slice(root.length)}:${line}`)).toEqual([
      "/alias/SKILL.md:2",
      "/comment/SKILL.md:1",
      "/empty:undefined",
      "/long/SKILL.md:3",
      "/other/SKILL.md:2",
    ]);
    const opened = await skills[2]!.open();
    expect(opened.files.map(({ path }) => path)).toEqual(["SKILL.md", "references/a b.md", "scripts/run.sh"]);
    expect(opened.hash).toBe("sha256:bbd51f44b17a6e59e05d84deaff4a3d4868ad515621b90eec597ce9bff745ff5");
  },
);
