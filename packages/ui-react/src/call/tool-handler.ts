import type { CallView } from "@holdall/call-view";
import type { ReactNode } from "react";

/** Customizes how an app shows one tool. Each part is optional; omitted parts use the default. */
export interface ToolHandler {
  /** Said while the call runs: "Reading the basket". */
  readonly loadingLabel?: string | ((call: CallView) => string) | undefined;
  /** Instead of the state's sign in front of the line. */
  readonly marker?: ReactNode | ((call: CallView) => ReactNode) | undefined;
  /** One line without details. */
  readonly inline?: boolean | undefined;
  /** Replaces the content below the line until there is an output. */
  readonly renderLoading?: ((call: CallView) => ReactNode) | undefined;
  /** Replaces the content below the line of a call that ended successfully. */
  readonly renderOutput?: ((call: CallView) => ReactNode) | undefined;
}

/** Handlers by the name of their tool, in any spelling. */
export type ToolHandlers = Readonly<Record<string, ToolHandler>>;
