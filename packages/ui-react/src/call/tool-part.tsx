import { viewPart } from "@holdall/call-view";
import { type ReactNode, useMemo } from "react";
import { ToolCall, type ToolCallProps } from "./tool-call.tsx";

export interface ToolPartProps extends Omit<ToolCallProps, "call"> {
  /** A `tool-…` or `dynamic-tool` part of an AI SDK message, of version 6 or 7, in whatever state. */
  readonly part: unknown;
  /** The folder that paths are shown from. */
  readonly cwd?: string | undefined;
}

/** A tool call in a chat of the AI SDK. */
export function ToolPart({ part, cwd, ...props }: ToolPartProps): ReactNode {
  const call = useMemo(() => viewPart(part, { cwd }), [part, cwd]);
  return <ToolCall call={call} {...props} />;
}
