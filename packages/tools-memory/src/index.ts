export { anthropicMemory } from "./memory/anthropic-memory.ts";
export { type MemoryInput, type MemoryOutput, memory } from "./memory/memory.ts";
export { type MemorySearchInput, type MemorySearchOutput, memorySearch } from "./memory/memory-search.ts";
export { type MemoryTool, memoryTools } from "./memory/memory-tools.ts";
export { askUntrustedWrites, hasReadOthers, untrustedWrite } from "./memory/untrusted-writes.ts";
export { deletedNotes, restoreDeletedNotes } from "./notes/deleted-notes.ts";
export type { Note, NoteFacts, Trust } from "./notes/note.ts";
export { type Author, type NoteStore, type NoteStoreOptions, noteLimits, openNotes } from "./notes/note-store.ts";
export type { MemoryToolsOptions } from "./options.ts";
