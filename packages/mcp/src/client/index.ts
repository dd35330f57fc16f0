export type { ToolChange } from "./_server-tools.ts";
export type { McpSkillServer } from "./_skill-servers.ts";
export { type Answer, type Ask, askByApproval, type Question, type QuestionForm } from "./ask.ts";
export {
  type ConnectOptions,
  connectServers,
  type ServerStatus,
  type Servers,
} from "./connect-servers.ts";
export { fileLogins, type LoginOptions, type Logins } from "./file-logins.ts";
export { type LogInOptions, logIn } from "./log-in.ts";
export { type ParsedServers, type ParseOptions, parseMcpJson, parseMcpServers } from "./parse-servers.ts";
export { type Definition, filePins, memoryPins, type Pin, type Pins } from "./pins.ts";
export type { OAuthConfig, ServerConfig, ServerPlace } from "./server-config.ts";
export { answerQuestions } from "./session-ask.ts";
export { fileRemoteTasks, memoryRemoteTasks, type RemoteTask, type RemoteTasks } from "./tasks/remote-tasks.ts";
