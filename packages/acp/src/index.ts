export { type AcpBackendOptions, acpBackend } from "./backend/acp-backend.ts";
export { type EditorFiles, editorFiles } from "./backend/editor-files.ts";
export { createKnownFiles, type KnownFiles, notingFiles } from "./backend/known-files.ts";
