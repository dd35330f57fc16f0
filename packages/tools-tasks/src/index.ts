export { type TaskListOutput, taskList } from "./task-list.ts";
export { type TaskOutputInput, type TaskOutputOutput, taskOutput } from "./task-output.ts";
export { type TaskStopInput, type TaskStopOutput, taskStop } from "./task-stop.ts";
export { type TaskTool, taskTools } from "./task-tools.ts";
