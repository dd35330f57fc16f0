import { type CallState, type CallView, hasProblem } from "@holdall/call-view";
import { type ReactNode, useState } from "react";
import type { LoadFile } from "../_blocks/file-block.tsx";
import type { Answer } from "../ask/answer.ts";
import { ApprovalForm } from "../ask/approval-form.tsx";
import { Block } from "../parts/block.tsx";
import { ErrorBoundary } from "../parts/error-boundary.tsx";
import { findHandler } from "./find-handler.ts";
import type { ToolHandler, ToolHandlers } from "./tool-handler.ts";

export interface ToolCallProps {
  readonly call: CallView;
  readonly handlers?: ToolHandlers | undefined;
  /** Called with the user's answer. Without it a question is shown and cannot be answered here. */
  readonly onAnswer?: ((call: CallView, answer: Answer) => void) | undefined;
  readonly answers?: readonly Answer[] | undefined;
  /** Shown below the line of a call, such as the form for its question: `undefined` or `null` for none. */
  readonly renderForm?: ((call: CallView) => ReactNode) | undefined;
  /**
   * Returns the bytes of a file that a call has created or read: PDFs and images are shown. Keep the function identical
   * between renders.
   */
  readonly loadFile?: LoadFile | undefined;
  /** Expand calls initially, all or some. */
  readonly isOpen?: boolean | ((call: CallView) => boolean) | undefined;
}

const characters: Readonly<Record<CallState, string>> = {
  preparing: "…",
  waiting: "…",
  asking: "?",
  running: "…",
  success: "✓",
  error: "✗",
  denied: "⊘",
  cancelled: "–",
};

const spoken: Readonly<Record<CallState, string>> = {
  preparing: "is being written",
  waiting: "is about to run",
  asking: "asks for permission",
  running: "is running",
  success: "done",
  error: "failed",
  denied: "was denied",
  cancelled: "was cancelled",
};

/** A tool call: one line, and below it the details that the user expands. An error inside stays inside. */
export function ToolCall(props: ToolCallProps): ReactNode {
  const { call } = props;
  return (
    <ErrorBoundary
      of={call}
      fallback={<p className="holdall-call holdall-broken">{call.tool}: this call cannot be shown.</p>}
    >
      <Call {...props} handler={findHandler(props.handlers, call.tool)} />
    </ErrorBoundary>
  );
}

function Call({
  call,
  handler,
  onAnswer,
  answers,
  isOpen = false,
  renderForm,
  loadFile,
}: ToolCallProps & { readonly handler: ToolHandler }): ReactNode {
  const [opened, setOpened] = useState<boolean>();
  const body = bodyOf(call, handler, loadFile);
  const isAsking = call.state === "asking";
  const startsOpen = typeof isOpen === "function" ? isOpen(call) : isOpen;
  const hasBody = body !== null && !handler.inline;
  const showsBody = hasBody && (opened ?? (startsOpen || isAsking || call.state === "error"));
  const line = <Line call={call} handler={handler} />;
  return (
    <article
      className="holdall-call"
      data-state={call.state}
      data-tool={call.tool}
      data-partial={isPartial(call) || undefined}
      aria-label={`${call.title} ${spoken[call.state]}`}
    >
      {hasBody ? (
        <details
          open={showsBody}
          onToggle={({ currentTarget }) => currentTarget.open !== showsBody && setOpened(currentTarget.open)}
        >
          <summary>{line}</summary>
          {showsBody && <div className="holdall-body">{body}</div>}
        </details>
      ) : (
        <div className="holdall-summary">{line}</div>
      )}
      {isAsking && onAnswer && <ApprovalForm call={call} onAnswer={onAnswer} answers={answers} />}
      {renderForm?.(call)}
    </article>
  );
}

/** It ended well, with something that the user should not overlook. */
const isPartial = ({ state, blocks }: CallView): boolean => state === "success" && blocks.some(hasProblem);

function Line({ call, handler }: { readonly call: CallView; readonly handler: ToolHandler }): ReactNode {
  const { marker } = handler;
  const isBusy = call.state === "running" || call.state === "preparing" || call.state === "waiting";
  const label = typeof handler.loadingLabel === "function" ? handler.loadingLabel(call) : handler.loadingLabel;
  return (
    <>
      <span className="holdall-mark" aria-hidden="true">
        {typeof marker === "function" ? marker(call) : (marker ?? (isPartial(call) ? "!" : characters[call.state]))}
      </span>
      <span className="holdall-title">{isBusy && label ? label : call.title}</span>
      <span className="holdall-subject">{call.subject}</span>
      <span className="holdall-outcome" role="status">
        <span className="holdall-hidden">{spoken[call.state]}</span>
        {call.progress?.message ?? (call.error ? call.error.code.replaceAll("_", " ") : call.outcome)}
      </span>
      {call.progress?.done !== undefined && <progress aria-label="Progress" value={call.progress.done} max={1} />}
    </>
  );
}

function bodyOf(call: CallView, handler: ToolHandler, loadFile: LoadFile | undefined): ReactNode {
  if (call.state === "success" && handler.renderOutput) return handler.renderOutput(call);
  if (call.state !== "success" && !call.error && handler.renderLoading) return handler.renderLoading(call);
  if (call.blocks.length === 0 && !call.error) return null;
  return (
    <>
      {call.error && (
        <div className="holdall-error">
          <p>{call.error.message}</p>
          {call.error.hint && <p className="holdall-hint">{call.error.hint}</p>}
        </div>
      )}
      {call.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name but their place
        <Block key={at} block={block} loadFile={loadFile} />
      ))}
    </>
  );
}
