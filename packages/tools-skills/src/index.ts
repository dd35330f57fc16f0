export { hashFiles } from "./hash-files.ts";
export { listSkills, type SkillList, type SkillListOptions } from "./list-skills.ts";
export { type LoadSkillInput, type LoadSkillOptions, type LoadSkillOutput, loadSkill } from "./load-skill.ts";
export { mcpSkills, type SkillServer } from "./mcp-skills.ts";
export { changesOf, openSkills, type Skills, type SkillsOptions } from "./open-skills.ts";
export type {
  FoundSkill,
  OpenedSkill,
  Skill,
  SkillFields,
  SkillFile,
  SkillProblem,
  SkillScope,
  SkillSource,
} from "./skill.ts";
export { type SkillFolderOptions, skillFolder } from "./skill-folder.ts";
export { skillPolicy } from "./skill-policy.ts";
export {
  fileSkillTrust,
  memorySkillTrust,
  type SkillPin,
  type SkillTrust,
  type SkillTrustPlace,
} from "./skill-trust.ts";
