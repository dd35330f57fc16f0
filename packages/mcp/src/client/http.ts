export { memoryPins, type Pin, type Pins } from "./connect/pins.ts";
export type { ServerSetOptions, ServerStatus, Servers } from "./connect/server-set.ts";
export { connectHttpServers, type HttpServerConfig, httpServer } from "./connect-http-servers.ts";
export type { Answer, Ask, Question, QuestionForm } from "./questions/ask.ts";
export { answerQuestions } from "./questions/session-ask.ts";
export { type AppResult, toAppResult } from "./tools/app-result.ts";
export type { ServerApp } from "./tools/server-apps.ts";
export type { ToolChange } from "./tools/server-tools.ts";
