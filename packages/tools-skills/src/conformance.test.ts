import { describeTools } from "@holdall/conformance";
import type { Tool } from "@holdall/tool-core";
import { filesIn, skillText } from "./_skills.fixture.ts";
import { loadSkill, openSkills, skillFolder } from "./index.ts";

const backend = filesIn({ "/skills/notes/SKILL.md": skillText("notes") });
const skills = await openSkills({ sources: [skillFolder({ backend, root: "/skills", scope: "user" })] });

describeTools("skill tools", () => ({
  backend,
  tools: [loadSkill({ skills }) as Tool],
  samples: { load_skill: { query: "notes" } },
}));
