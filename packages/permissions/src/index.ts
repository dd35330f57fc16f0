export { describeGrant } from "./describe-grant.ts";
export { type Grant, type Grants, type GrantsPlace, openGrants } from "./grants.ts";
export { pathDenials, withPathDenials } from "./path-denials.ts";
export {
  type Mode,
  type Permissions,
  type PermissionsOptions,
  permissions,
  type RuleSet,
  type Verdict,
} from "./permissions.ts";
export { type PolicyEntry, type PolicyFile, readPolicyFile } from "./policy-file.ts";
export type { RuleList } from "./rules/compile-rule.ts";
export { parseRule, type Rule } from "./rules/rule.ts";
export { type LintFinding, lintRules } from "./rules/suggest/lint-rules.ts";
export { suggestGrants, suggestRules } from "./rules/suggest/suggest-rules.ts";
export { askUntrustedValues, type TextGrant, type UntrustedValuesOptions } from "./untrusted/ask-untrusted-values.ts";
export type { ChoiceKind } from "./untrusted/chosen-value.ts";
export { privateResults } from "./untrusted/private-results.ts";
