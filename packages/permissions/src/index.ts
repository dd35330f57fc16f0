export {
  type Mode,
  type Permissions,
  type PermissionsOptions,
  permissions,
  type RuleList,
  type RuleSet,
  type Verdict,
} from "./permissions.ts";
export { parseRule, type Rule } from "./rule.ts";
