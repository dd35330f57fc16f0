export { type UnstorageBackendOptions, unstorageBackend } from "./unstorage-backend.ts";
