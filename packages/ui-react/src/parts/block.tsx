import type { ViewBlock } from "@holdall/call-view";
import type { ReactNode } from "react";
import { AgentBlock } from "../_blocks/agent-block.tsx";
import { CitationsBlock } from "../_blocks/citations-block.tsx";
import { CodeBlock, DiffBlock, MatchesBlock, PathsBlock, TerminalBlock } from "../_blocks/code-block.tsx";
import { DocumentBlock } from "../_blocks/document-block.tsx";
import { FieldsBlock } from "../_blocks/fields-block.tsx";
import { FileBlock, type LoadFile } from "../_blocks/file-block.tsx";
import { MessageBlock } from "../_blocks/message-block.tsx";
import { QuotesBlock } from "../_blocks/quotes-block.tsx";
import { DiagnosticsBlock, StepsBlock, TableBlock } from "../_blocks/result-blocks.tsx";
import { CellsBlock, ImageBlock, LinksBlock, TasksBlock, TextBlock, TodosBlock } from "../_blocks/text-blocks.tsx";

interface BlockProps {
  readonly block: ViewBlock;
  /** Gives the bytes of files, so that they are shown. */
  readonly loadFile?: LoadFile | undefined;
}

/** One block of a call's view. */
export function Block({ block, loadFile }: BlockProps): ReactNode {
  switch (block.kind) {
    case "code":
      return <CodeBlock block={block} />;
    case "diff":
      return <DiffBlock block={block} />;
    case "matches":
      return <MatchesBlock block={block} />;
    case "terminal":
      return <TerminalBlock block={block} />;
    case "paths":
      return <PathsBlock block={block} />;
    case "text":
    case "markdown":
      return <TextBlock block={block} />;
    case "links":
      return <LinksBlock block={block} />;
    case "todos":
      return <TodosBlock block={block} />;
    case "image":
      return <ImageBlock block={block} />;
    case "cells":
      return <CellsBlock block={block} />;
    case "tasks":
      return <TasksBlock block={block} />;
    case "agent":
      return <AgentBlock block={block} />;
    case "table":
      return <TableBlock block={block} />;
    case "diagnostics":
      return <DiagnosticsBlock block={block} />;
    case "steps":
      return <StepsBlock block={block} />;
    case "citations":
      return <CitationsBlock block={block} />;
    case "quotes":
      return <QuotesBlock block={block} />;
    case "message":
      return <MessageBlock block={block} />;
    case "document":
      return <DocumentBlock block={block} />;
    case "file":
      return <FileBlock block={block} loadFile={loadFile} />;
    case "fields":
      return <FieldsBlock label={block.label} value={block.value} />;
  }
}
