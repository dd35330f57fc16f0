export { type OpfsBackendOptions, opfsBackend } from "./opfs-backend.ts";
