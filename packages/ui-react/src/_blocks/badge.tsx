import type { Tone } from "@holdall/call-view";
import type { ReactNode } from "react";

/** A word for a state, with a color that only repeats what it says. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <b className="holdall-badge" data-tone={tone}>
      {children}
    </b>
  );
}
