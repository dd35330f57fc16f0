export { hashFiles } from "./open/hash-files.ts";
export { mcpSkills, type SkillServer } from "./open/mcp-skills.ts";
export { changesOf, openSkills, type Skills, type SkillsOptions } from "./open/open-skills.ts";
export { type SkillFolderOptions, skillFolder } from "./open/skill-folder.ts";
export type {
  FoundSkill,
  OpenedSkill,
  Skill,
  SkillFields,
  SkillFile,
  SkillProblem,
  SkillScope,
  SkillSource,
} from "./parse/skill.ts";
export { listSkills, type SkillList, type SkillListOptions } from "./tools/list-skills.ts";
export { type LoadSkillInput, type LoadSkillOptions, type LoadSkillOutput, loadSkill } from "./tools/load-skill.ts";
export { skillPolicy } from "./trust/skill-policy.ts";
export {
  fileSkillTrust,
  memorySkillTrust,
  type SkillPin,
  type SkillTrust,
  type SkillTrustPlace,
} from "./trust/skill-trust.ts";
