export { type FileResourcesOptions, fileResources } from "./server/resources/file-resources.ts";
export type { ResourcePage, ResourceSource } from "./server/resources/resource-source.ts";
export { todoResources, type WatchedTodos } from "./server/resources/todo-resources.ts";
