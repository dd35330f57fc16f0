export { coverSecrets, leakedNames, refuseLeaks, textsIn } from "./leaks.ts";
export { allowsPlace, placeOfUrl, readHostPattern } from "./places.ts";
export { fillSecrets, isSecretName, replaceSecrets, secretFor, secretInfo, secretNames } from "./references.ts";
export type {
  FoundSecret,
  SecretInfo,
  SecretPlace,
  Secrets,
  SecretUse,
} from "./secrets.ts";
