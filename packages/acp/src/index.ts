export { type AcpAgent, createAcpAgent } from "./agent/create-acp-agent.ts";
export { type AcpBackendOptions, acpBackend } from "./backend/acp-backend.ts";
export type { EditorFiles } from "./backend/editor-files.ts";
export { createKnownFiles, type KnownFiles, notingFiles } from "./backend/known-files.ts";
export type { AcpCommand, AcpHost, AcpModel, HostSession, SessionRequest, StoredSession } from "./host.ts";
