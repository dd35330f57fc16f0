export { type MemoryBackendOptions, memoryBackend } from "./memory-backend.ts";
