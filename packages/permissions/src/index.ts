export type { RuleList } from "./_compile-rule.ts";
export { type Grant, type Grants, type GrantsPlace, openGrants } from "./grants.ts";
export { type LintFinding, lintRules } from "./lint-rules.ts";
export {
  type Mode,
  type Permissions,
  type PermissionsOptions,
  permissions,
  type RuleSet,
  type Verdict,
} from "./permissions.ts";
export { type PolicyEntry, type PolicyFile, readPolicyFile } from "./policy-file.ts";
export { parseRule, type Rule } from "./rule.ts";
export { suggestGrants, suggestRules } from "./suggest-rules.ts";
