export { anthropicMemory } from "./anthropic-memory.ts";
export { deletedNotes, restoreDeletedNotes } from "./deleted-notes.ts";
export { type MemoryInput, type MemoryOutput, memory } from "./memory.ts";
export { type MemorySearchInput, type MemorySearchOutput, memorySearch } from "./memory-search.ts";
export { type MemoryTool, memoryTools } from "./memory-tools.ts";
export type { Note, NoteFacts, Trust } from "./note.ts";
export { type Author, type NoteStore, type NoteStoreOptions, noteLimits, openNotes } from "./note-store.ts";
export type { MemoryToolsOptions } from "./options.ts";
export { askUntrustedWrites, hasReadOthers, untrustedWrite } from "./untrusted-writes.ts";
