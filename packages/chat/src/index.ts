export { type AgentEntry, type AgentLog, createAgentLog } from "./agent-log.ts";
export type { AllowAnswer, ApprovalQuestion, AskApproval, InTurn } from "./approvals/approve.ts";
export { type ChatRules, chatRules, type LiveRules } from "./approvals/chat-rules.ts";
export type {
  Chat,
  ChatEvent,
  ChatOptions,
  ChatPerson,
  ChatTools,
  RestoreOptions,
  SendOptions,
} from "./chat.ts";
export type { ChatModel } from "./chat-model.ts";
export { contextWindowOf } from "./context/context-window.ts";
export { chatCheckpoints, type OpenChatCheckpoints } from "./kept/chat-checkpoints.ts";
export { openStoredChat, type StoredChat, unkeptChat, type WhichChat } from "./kept/chat-store.ts";
export { type KeptMessages, keptMessages } from "./kept/kept-messages.ts";
export { type ChatInfo, listChats, titleOf } from "./kept/list-chats.ts";
export { openChat } from "./open-chat.ts";
export { noTokens, sumTokens, type Tokens } from "./tokens.ts";
export { type ProjectNotes, projectNotes } from "./turn/project-notes.ts";
export type { TurnEnd } from "./turn/run-turn.ts";
export type { TurnFailure } from "./turn/turn-failure.ts";
