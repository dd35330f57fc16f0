export { type FileResourcesOptions, fileResources } from "./server/file-resources.ts";
export type { ResourcePage, ResourceSource } from "./server/resource-source.ts";
export { todoResources, type WatchedTodos } from "./server/todo-resources.ts";
