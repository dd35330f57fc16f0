export { findTask } from "./find-task.ts";
export {
  isWorking,
  leftOvers,
  sessionTasks,
  type Task,
  type TaskEnd,
  type TaskInfo,
  type TaskList,
  type TaskPage,
  type TaskStatus,
  type TaskWork,
} from "./tasks.ts";
