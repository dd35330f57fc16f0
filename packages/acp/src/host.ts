import type { Chat, ChatInfo, ChatModel, ChatOptions, ChatRules, StoredChat, Tokens } from "@holdall/chat";
import type { ServerConfig } from "@holdall/mcp/client";
import type { Mode } from "@holdall/permissions";
import type { ApprovalRequest, Backend } from "@holdall/tool-core";

/** The session that an editor requests. */
export interface SessionRequest {
  /** The folder that is worked in, and where relative paths start. */
  readonly cwd: string;
  /** Further folders like it. */
  readonly moreRoots: readonly string[];
  /** MCP servers of the editor's own configuration, in addition to those of the host. */
  readonly servers: readonly ServerConfig[];
  /** A new conversation, or one that was begun before. */
  readonly which: "new" | { readonly id: string };
  /** What tools read and write instead of the disk itself. Absent for an editor that offers no files. */
  readonly layer?: ((disk: Backend) => Backend) | undefined;
}

/** The model of a session, which the user may change. */
export interface AcpModel extends ChatModel {
  readonly name: string;
  /** Names to choose from. */
  known(): readonly string[];
  /** Throws if there is no such model, with a message for the person. */
  change(name: string): Promise<void>;
  /** Dollars, where prices are known. */
  cost?(tokens: Tokens): number | undefined;
}

/** A command that the user types as `/name words`. */
export interface AcpCommand {
  readonly name: string;
  readonly description: string;
  /** What may follow it, in words. */
  readonly hint?: string | undefined;
  /** Resolves to lines for the person. */
  run(words: string, chat: Chat, signal: AbortSignal): Promise<readonly string[]>;
}

/** A conversation with everything that it needs. Disposing it closes what was opened for it. */
export interface HostSession extends AsyncDisposable {
  readonly options: Omit<ChatOptions, "onEvent" | "person" | "model" | "rules" | "chat"> & {
    readonly chat: StoredChat;
  };
  readonly model: AcpModel;
  readonly rules: ChatRules;
  readonly commands?: readonly AcpCommand[] | undefined;
  /** The mode has changed: a host that keeps it opens the conversation in it again. */
  readonly onMode?: ((mode: Mode) => void) | undefined;
  /** Called once, when the conversation is open. */
  readonly onChat?: ((chat: Chat) => void) | undefined;
  /** What the user is asked before a call, as lines. The question of the policy, and what the call accesses, by default. */
  readonly describe?: ((request: ApprovalRequest) => readonly string[]) | undefined;
}

/** A conversation that can be continued. */
export interface StoredSession extends Pick<ChatInfo, "id" | "title" | "at"> {
  readonly cwd: string;
}

/** The parts of an agent in an editor. */
export interface AcpHost {
  readonly info: { readonly name: string; readonly title?: string; readonly version: string };
  /** Throws a ToolError `not_found` for a conversation that is not there. */
  open(request: SessionRequest): Promise<HostSession>;
  /** The conversations about a folder, or about all, the latest first. */
  list(cwd: string | undefined): Promise<readonly StoredSession[]>;
}
