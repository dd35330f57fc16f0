export { loadSession, type SessionPlace, type StoredSession } from "./load-session.ts";
export { saveSession } from "./save-session.ts";
export { isSessionFile, type SharedSessionsOptions, sharedSessions } from "./shared-sessions.ts";
export { isTaskFile, type SharedTasksOptions, sharedTasks } from "./shared-tasks.ts";
export { updateSession } from "./update-session.ts";
