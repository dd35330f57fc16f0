export { type McpTask, type McpTaskDetails, type TaskStatus, tasksExtension } from "./task.ts";
export {
  type DefineTaskRunsOptions,
  defineTaskRuns,
  type TaskRunCall,
  type TaskRuns,
  type TaskRunsOptions,
  taskRuns,
} from "./task-runs.ts";
export { type MemoryTasksOptions, memoryTasks, type TaskRecord, type TaskStore } from "./task-store.ts";
export { type TaskTiming, taskTiming } from "./task-timing.ts";
export type { TaskOptions } from "./tasks.ts";
