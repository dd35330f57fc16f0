export { type LocalProgramsOptions, localPrograms } from "./programs/local-programs.ts";
export type { ServerDefinition, ServerPlace } from "./server-definition.ts";
export { type ServerPool, type ServerPoolOptions, serverPool } from "./server-pool.ts";
export {
  bashServer,
  defaultServers,
  jsonServer,
  onPath,
  pythonServer,
  typescriptServer,
  yamlServer,
} from "./servers/default-servers.ts";
