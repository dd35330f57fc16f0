export { type FileResourcesOptions, fileResources } from "./file-resources.ts";
export type { ResourcePage, ResourceSource } from "./resource-source.ts";
export { todoResources, type WatchedTodos } from "./todo-resources.ts";
