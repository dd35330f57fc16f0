export { expandEnv } from "./connect/expand-env.ts";
export { type Definition, filePins, memoryPins, type Pin, type Pins } from "./connect/pins.ts";
export type { McpSkillServer } from "./connect/skill-servers.ts";
export {
  type ConnectOptions,
  connectServers,
  type ServerStatus,
  type Servers,
} from "./connect-servers.ts";
export { fileLogins, type LoginOptions, type Logins } from "./login/file-logins.ts";
export { type LogInOptions, logIn } from "./login/log-in.ts";
export { type ParsedServers, type ParseOptions, parseMcpJson, parseMcpServers } from "./parse-servers.ts";
export { type Answer, type Ask, askByApproval, type Question, type QuestionForm } from "./questions/ask.ts";
export { answerQuestions } from "./questions/session-ask.ts";
export type { OAuthConfig, ServerConfig, ServerPlace } from "./server-config.ts";
export { fileRemoteTasks, memoryRemoteTasks, type RemoteTask, type RemoteTasks } from "./tasks/remote-tasks.ts";
export type { ServerApp } from "./tools/server-apps.ts";
export type { ToolChange } from "./tools/server-tools.ts";
