import type { CitationsBlock } from "./blocks/citations.ts";
import type { MessageBlock } from "./blocks/message.ts";
import type { QuotesBlock } from "./blocks/quotes.ts";

/** The progress of a call. */
export type CallState =
  | "preparing" // its input is still being written
  | "waiting" // its input is whole, it has not begun
  | "asking" // the user has to say yes or no
  | "running"
  | "success"
  | "error"
  | "denied" // the user or a policy said no
  | "cancelled";

/** A tool call as the user sees it: plain data, JSON except for image bytes. */
export interface CallView {
  readonly id: string;
  /** The name the model wrote. */
  readonly tool: string;
  /** Its title in an interface: "Edit file". */
  readonly title: string;
  readonly category: string;
  readonly state: CallState;
  /** The subject of the call in one line: a path, a pattern, a command, a host. May be empty. */
  readonly subject: string;
  /** The result in two or three words: "+2 −1", "12 lines", "exit 1". May be empty. */
  readonly outcome: string;
  /** The blocks below its line, in order. */
  readonly blocks: readonly ViewBlock[];
  readonly approval?: ApprovalView | undefined;
  readonly progress?: { readonly message: string; readonly done?: number | undefined } | undefined;
  readonly error?: { readonly code: string; readonly message: string; readonly hint?: string | undefined } | undefined;
  /** Milliseconds. */
  readonly duration?: number | undefined;
  /** The call that made this one. */
  readonly parentId?: string | undefined;
}

/** The question to the user. */
export interface ApprovalView {
  readonly id: string;
  readonly prompt: string;
  /** `cwd` is the folder in which a program starts, where that is certain. */
  readonly access: readonly { readonly action: string; readonly target: string; readonly cwd?: string | undefined }[];
}

export interface CodeLine {
  readonly number?: number | undefined;
  readonly text: string;
}

export interface DiffRow {
  readonly kind: "same" | "added" | "removed" | "gap";
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly text: string;
}

export interface MatchRow {
  readonly line?: number | undefined;
  readonly text: string;
  readonly isMatch: boolean;
}

/** Values by column, as short texts. */
export interface TableBlock {
  readonly kind: "table";
  /** A number is shown on the right. The type is in the words of the engine that says it. */
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean; readonly type?: string }[];
  readonly rows: readonly (readonly string[])[];
  readonly more: number;
  readonly moreColumns: number;
}

/** The findings of a checker. */
export interface DiagnosticsBlock {
  readonly kind: "diagnostics";
  readonly items: readonly {
    readonly severity: "error" | "warning" | "info" | "hint";
    readonly path: string;
    /** Both from 1. */
    readonly line?: number | undefined;
    readonly column?: number | undefined;
    readonly message: string;
    /** Who says so, and by which rule. */
    readonly source: string;
    /** Since when it is known, as `new` or `fixed`. */
    readonly since?: string | undefined;
  }[];
  readonly more: number;
}

/** Steps of a run, and how each ended. */
export interface StepsBlock {
  readonly kind: "steps";
  readonly steps: readonly {
    readonly id: string;
    readonly tool: string;
    readonly status: string;
    readonly detail?: string | undefined;
  }[];
}

/** An agent's use of one of its limits. */
export interface BudgetRow {
  readonly kind: "turns" | "tokens" | "cost" | "seconds";
  readonly used: number;
  /** Absent where the agent has no limit of this kind. */
  readonly granted?: number | undefined;
}

/** An agent that a call has started: its state and its use. */
export interface AgentBlock {
  readonly kind: "agent";
  readonly agent: string;
  /** `queued`, `running`, or how it ended: `completed`, `budget`, `timeout`, `idle`, `cancelled`, `failed`, `refused`. */
  readonly end: string;
  /** It was stopped before it was done. */
  readonly isPartial: boolean;
  readonly reason?: string | undefined;
  readonly budget: readonly BudgetRow[];
  readonly files: readonly string[];
  /** The denied accesses, as `action target`. */
  readonly denied: readonly string[];
  /** Calls by tool. */
  readonly calls: readonly (readonly [tool: string, count: number])[];
}

/** A file that a call has made or read, for hosts that can show its bytes. */
export interface FileBlock {
  readonly kind: "file";
  /** The whole path, as the tool gave it. */
  readonly path: string;
  /** The displayed path. */
  readonly name: string;
  readonly mediaType: string;
  /** Known facts: "2 pages", "14 kB". */
  readonly facts: readonly string[];
}

/** A part of a document's text: a table, or Markdown as it is. */
export type DocumentPiece =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "table";
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      readonly more: number;
    };

/** What was read of a PDF or an office file, by its pages, slides, sheets or chapters. */
export interface DocumentBlock {
  readonly kind: "document";
  /** `page`, `slide`, `sheet` or `chapter`. */
  readonly unit: string;
  readonly parts: readonly {
    /** "Page 3", "Sheet 1: Costs, hidden". */
    readonly title: string;
    readonly pieces: readonly DocumentPiece[];
  }[];
  /** How many the document has. */
  readonly total: number;
  /** How many come after those that were read. */
  readonly more: number;
  /** What is special about it, such as macros. */
  readonly notes: readonly string[];
}

/** One thing to show. Every list is whole or says in `more` how many entries are not in it. */
export type ViewBlock =
  /** A warning is for the person, whatever else is shown: whole, and not to be overlooked. */
  | { readonly kind: "text"; readonly text: string; readonly isWarning?: boolean | undefined }
  | { readonly kind: "markdown"; readonly text: string; readonly source?: string | undefined }
  | {
      readonly kind: "code";
      readonly path?: string | undefined;
      readonly language?: string | undefined;
      readonly lines: readonly CodeLine[];
      readonly more: number;
    }
  | {
      readonly kind: "diff";
      readonly path?: string | undefined;
      readonly rows: readonly DiffRow[];
      readonly added: number;
      readonly removed: number;
      readonly more: number;
    }
  | {
      readonly kind: "terminal";
      readonly command: string;
      readonly output: string;
      readonly exitCode?: number | undefined;
      readonly cwd?: string | undefined;
    }
  | {
      readonly kind: "matches";
      readonly files: readonly { readonly path: string; readonly rows: readonly MatchRow[] }[];
      readonly total: number;
      readonly more: number;
    }
  | {
      readonly kind: "paths";
      readonly paths: readonly {
        readonly path: string;
        readonly isFolder: boolean;
        readonly note?: string | undefined;
      }[];
      readonly more: number;
    }
  | {
      readonly kind: "links";
      readonly links: readonly {
        readonly title: string;
        readonly url: string;
        readonly host: string;
        readonly snippet?: string | undefined;
        readonly note?: string | undefined;
      }[];
      readonly more: number;
    }
  | {
      readonly kind: "todos";
      readonly items: readonly { readonly text: string; readonly status: string; readonly hasMoved: boolean }[];
      readonly done: number;
    }
  | {
      readonly kind: "image";
      readonly mediaType: string;
      readonly source: string | Uint8Array;
      readonly name?: string | undefined;
    }
  | {
      readonly kind: "cells";
      readonly cells: readonly {
        readonly type: string;
        readonly source: string;
        readonly output?: string | undefined;
      }[];
      readonly more: number;
    }
  | {
      readonly kind: "tasks";
      readonly tasks: readonly { readonly id: string; readonly state: string; readonly title: string }[];
    }
  | AgentBlock
  | FileBlock
  | DocumentBlock
  | TableBlock
  | DiagnosticsBlock
  | StepsBlock
  | CitationsBlock
  | QuotesBlock
  | MessageBlock
  | { readonly kind: "fields"; readonly label?: string | undefined; readonly value: unknown };
