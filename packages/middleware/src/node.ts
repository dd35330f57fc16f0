export { type AuditLog, type AuditLogOptions, auditLog } from "./audit-log.ts";
export { type RecordCallsOptions, type Recorder, recordCalls } from "./record-calls.ts";
export { type OpenSecretsOptions, openSecrets, type SecretEntry } from "./secret-store/open-secrets.ts";
