import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeBackend } from "@holdall/backends-node";
import { describe, expect, onTestFinished, test } from "vitest";
import { filesIn, playOver, skillText } from "../_skills.fixture.ts";
import { openSkills, type SkillFolderOptions, skillFolder } from "../index.ts";

function disk(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}): string {
  const base = mkdtempSync(join(realpathSync(tmpdir()), "holdall-skills-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    symlinkSync(target, join(base, path));
  }
  return base;
}

const listOf = async (options: SkillFolderOptions) => {
  const { skills, problems } = await skillFolder(options).list();
  return {
    names: skills.map(({ fields }) => fields.name),
    problems: problems.map(({ path, line, message }) => `${path}${line === undefined ? "" : `:${line}`}: ${message}`),
    skills,
  };
};

test("every folder is a skill or a problem with file and line; nothing is skipped in silence", async () => {
  const backend = filesIn({
    "/s/a/SKILL.md": skillText("a"),
    "/s/a/nested/SKILL.md": skillText("nested"),
    "/s/b/skill.md": skillText("b"),
    "/s/c/SKILL.md": "---\nname: d\ndescription: x\n---\n",
    "/s/e/README.md": "no skill",
    "/s/group/f/SKILL.md": skillText("f"),
    "/s/g/SKILL.md": new Uint8Array([0xff, 0xfe, 0x41]),
    "/s/.git/SKILL.md": skillText("git"),
    "/s/node_modules/x/SKILL.md": skillText("x"),
    "/s/README.md": "these are skills",
  });
  const { names, problems } = await listOf({ backend, root: "/s", scope: "user" });
  expect(names).toEqual(["a", "b"]);
  expect(problems).toEqual([
    '/s/c/SKILL.md:2: name is d, and its folder is "c". They must be the same.',
    "/s/e: It has no SKILL.md.",
    "/s/g/SKILL.md: It is not text in UTF-8.",
    "/s/group: It has no SKILL.md.",
  ]);
});

test("a folder that is not there has no skills and no problems", async () => {
  expect(await listOf({ backend: filesIn({}), root: "/s", scope: "user" })).toMatchObject({ names: [], problems: [] });
});

test("the hash is of paths, sizes and contents, in any order", async () => {
  const hashOf = async (files: Record<string, string>) => {
    const { skills } = await listOf({
      backend: filesIn({ "/s/a/SKILL.md": skillText("a"), ...files }),
      root: "/s",
      scope: "user",
    });
    return (await skills[0]!.open()).hash;
  };
  const base = await hashOf({ "/s/a/x": "1", "/s/a/y": "2" });
  expect(base).toMatch(/^sha256:[\da-f]{64}$/);
  expect(await hashOf({ "/s/a/y": "2", "/s/a/x": "1" })).toBe(base);
  const others = await Promise.all([
    hashOf({ "/s/a/x": "2", "/s/a/y": "1" }),
    hashOf({ "/s/a/x": "12" }),
    hashOf({ "/s/a/x": "1", "/s/a/y": "2", "/s/a/z": "" }),
    hashOf({ "/s/a/x": "1", "/s/a/Y": "2" }),
  ]);
  expect(new Set([base, ...others]).size).toBe(5);
});

test("more files or bytes than a skill may have are refused when it is opened", async () => {
  const many = Object.fromEntries(Array.from({ length: 512 }, (_, i) => [`/s/a/${i}`, "x"]));
  const open = async (files: Record<string, string | Uint8Array>) => {
    const { skills } = await listOf({
      backend: filesIn({ "/s/a/SKILL.md": skillText("a"), ...files }),
      root: "/s",
      scope: "user",
    });
    return skills[0]!.open();
  };
  await expect(open(many)).rejects.toMatchObject({ code: "too_large", message: expect.stringContaining("512 files") });
  await expect(open({ "/s/a/big": new Uint8Array(16_777_216) })).rejects.toMatchObject({ code: "too_large" });
});

test("a file that changes after the skill was opened is not read", async () => {
  const backend = filesIn({ "/s/a/SKILL.md": skillText("a"), "/s/a/x": "1" });
  const { skills } = await listOf({ backend, root: "/s", scope: "user" });
  const opened = await skills[0]!.open();
  await backend.write("/s/a/x" as never, new TextEncoder().encode("2"));
  await expect(opened.read("x")).rejects.toMatchObject({ code: "stale" });
  await expect(opened.read("y")).rejects.toMatchObject({ code: "not_found" });
});

describe("links (codex#22506, claude-code#38051, qwen-code#2415)", () => {
  const files = { "store/a/SKILL.md": skillText("a"), "store/a/x.md": "x", "secret.md": "secret" };

  test("of the user's folder are followed, as installers make them", async () => {
    const base = disk(files, { "skills/a": "../store/a", "skills/gone": "../store/gone" });
    const backend = nodeBackend({ roots: base });
    const { names, problems, skills } = await listOf({ backend, root: join(base, "skills"), scope: "user" });
    expect(names).toEqual(["a"]);
    expect(problems).toEqual([`${join(base, "skills/gone")}: It is a broken link.`]);
    expect(skills[0]).toMatchObject({ path: join(base, "skills/a"), realPath: `node:${join(base, "store/a")}` });
    expect((await skills[0]!.open()).files.map(({ path }) => path)).toEqual(["SKILL.md", "x.md"]);
  });

  test("of a project's folder lead nowhere else, and are told", async () => {
    const base = disk({ ...files, "skills/b/SKILL.md": skillText("b") }, { "skills/a": "../store/a" });
    const backend = nodeBackend({ roots: base });
    const { names, problems } = await listOf({ backend, root: join(base, "skills"), scope: "project" });
    expect(names).toEqual(["b"]);
    expect(problems).toEqual([
      `${join(base, "skills/a")}: It is a link to ${join(base, "store/a")}, outside of ${join(base, "skills")}.`,
    ]);
    const wider = await listOf({ backend, root: join(base, "skills"), scope: "project", linksWithin: base });
    expect(wider.names).toEqual(["a", "b"]);
  });

  test("that are the project's folder itself are confined alike", async () => {
    const base = disk(files, { "app/.agents/skills": "../../store" });
    const backend = nodeBackend({ roots: base });
    const { names, problems } = await listOf({
      backend,
      root: join(base, "app/.agents/skills"),
      scope: "project",
      linksWithin: join(base, "app"),
    });
    expect(names).toEqual([]);
    expect(problems[0]).toMatch(/is a link to .*store, outside of/);
  });

  test("that leave the backend are told", async () => {
    const outside = disk(files);
    const base = disk({}, { "skills/a": join(outside, "store/a") });
    const { names, problems } = await listOf({
      backend: nodeBackend({ roots: base }),
      root: join(base, "skills"),
      scope: "user",
    });
    expect(names).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  test("a SKILL.md that leads out of its folder is not read", async () => {
    const base = disk(files, { "skills/a/SKILL.md": "../../store/a/SKILL.md" });
    const { names, problems } = await listOf({
      backend: nodeBackend({ roots: base }),
      root: join(base, "skills"),
      scope: "user",
    });
    expect(names).toEqual([]);
    expect(problems).toEqual([
      `${join(base, "skills/a/SKILL.md")}: It is a link to a location outside the folder of the skill.`,
    ]);
  });

  test("a file that leads out of the folder is not read, one inside is, and both count for the hash", async () => {
    const base = disk(files, { "store/a/out.md": "../../secret.md", "store/a/in.md": "x.md" });
    const backend = nodeBackend({ roots: base });
    const skills = await openSkills({ sources: [skillFolder({ backend, root: join(base, "store"), scope: "user" })] });
    const { load, refusal } = playOver(skills);
    expect(await load({ name: "a", path: "in.md" })).toMatchObject({ text: "x" });
    expect(await refusal({ name: "a", path: "out.md" })).toMatch(
      /^permission_denied: out.md is a link to a location outside/,
    );
    const before = (await skills.open(skills.get("a"))).hash;
    rmSync(join(base, "store/a/out.md"));
    symlinkSync("../../other.md", join(base, "store/a/out.md"));
    expect((await skills.open(skills.get("a"))).hash).not.toBe(before);
  });

  test("one folder that is reached twice is one skill, with the trust of the user", async () => {
    const base = disk(files, { "claude/a": "../store/a" });
    const backend = nodeBackend({ roots: base });
    const sources = [
      skillFolder({ backend, root: join(base, "claude"), scope: "project", linksWithin: base }),
      skillFolder({ backend, root: join(base, "store"), scope: "user" }),
    ];
    const skills = await openSkills({ sources });
    expect(skills.all()).toMatchObject([{ name: "a", scope: "user", trust: "trusted" }]);
    expect(skills.problems()).toEqual([]);
  });
});
