import { memoryBackend } from "@holdall/backends-memory";
import { type ApprovalRequest, openSession, toPath } from "@holdall/tool-core";
import { openSkills, skillFolder } from "@holdall/tools-skills";
import { expect, test } from "vitest";
import { type CodingOptions, coding, type Preset, research } from "../index.ts";

const text = (name: string) => `---\nname: ${name}\ndescription: Does ${name}.\n---\nDo ${name}.\n`;

async function open(make: (options: CodingOptions) => Preset, options: CodingOptions = {}) {
  const backend = memoryBackend({ files: { "/app/.agents/skills/deploy/SKILL.md": text("deploy") } });
  const own = memoryBackend({ files: { "/notes/SKILL.md": text("notes") } });
  const skills = await openSkills({
    sources: [
      skillFolder({ backend, root: "/app/.agents/skills", scope: "project" }),
      skillFolder({ backend: own, root: "/", scope: "builtin" }),
    ],
  });
  const asked: ApprovalRequest[] = [];
  const preset = make({ backend, root: "/app", web: false, skills: { skills }, ...options });
  const session = openSession(preset.registry, { ...preset, approve: (request) => asked.push(request) > 0 });
  return { preset, session, asked, backend };
}

const presets: [string, (options: CodingOptions) => Preset][] = [
  ["coding", coding],
  ["research", research],
];

test.each(presets)(
  "%s lists skills, loads the host's and asks about the project's, in plan mode too",
  async (_, make) => {
    expect(make({ backend: memoryBackend(), web: false }).registry.get("load_skill")).toBeUndefined();
    for (const mode of ["default", "plan"] as const) {
      const { preset, session, asked } = await open(make, { permissions: { mode } });
      expect(preset.instructions).toContain('- notes: "Does notes."');
      expect(preset.instructions).toContain("- deploy (project; the user is asked first)");
      expect(preset.instructions).not.toContain("Does deploy");
      expect(await session.call("load_skill", { name: "notes" })).toMatchObject({ ok: true });
      expect(asked).toEqual([]);
      expect(await session.call("load_skill", { name: "deploy" })).toMatchObject({ ok: true });
      expect(asked).toMatchObject([{ access: [{ target: "skill:project/deploy" }] }]);
    }
  },
);

test("no rule about reading lets a project's skill pass; a rule that names it does, until it changes", async () => {
  const rules = [{ allow: ["read_file(/**)", "read_file(//**)", "bash(git:*)"] }];
  const first = await open(coding, { permissions: { rules } });
  await first.session.call("load_skill", { name: "deploy" });
  expect(first.asked).toHaveLength(1);
});

test("coding does not let a model write a skill of the project without a question", async () => {
  const { session, asked, backend } = await open(coding);
  const path = ".agents/skills/deploy/SKILL.md";
  await session.call("write_file", { path, content: text("deploy"), overwrite: true });
  expect(asked).toMatchObject([{ tool: "write_file" }]);
  expect((await backend.stat(toPath(`/app/${path}`)))?.kind).toBe("file");
});
