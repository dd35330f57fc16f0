export { type Compaction, type CompactOptions, compact, type SummaryRequest } from "./compact.ts";
export { type Conversation, createConversation } from "./conversation.ts";
export { estimateTokens } from "./estimate-tokens.ts";
export type { MessageLike } from "./message.ts";
export { messageText, type Offloaded, type OffloadPlace } from "./offload.ts";
export { type PinnedState, pinnedFromSnapshot } from "./pinned-state.ts";
export { parseSummary, type Summary, summarySchema } from "./summary.ts";
