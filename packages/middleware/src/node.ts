export { type AuditLog, type AuditLogOptions, auditLog } from "./audit-log.ts";
export { type RecordCallsOptions, type Recorder, recordCalls } from "./record-calls.ts";
export type { KeychainEntry, ReadKeychain } from "./secret-store/keychain.ts";
export { type OpenSecretsOptions, openSecrets } from "./secret-store/open-secrets.ts";
export type { SecretEntry } from "./secret-store/read-source.ts";
