import { type ReactNode, useState } from "react";

type Copied = "no" | "yes" | "failed";

const labels: Readonly<Record<Copied, string>> = { no: "Copy", yes: "Copied", failed: "Not copied" };

/** Puts a text on the clipboard and says whether that worked. */
export function CopyButton({ text, what }: { readonly text: () => string; readonly what: string }): ReactNode {
  const [copied, setCopied] = useState<Copied>("no");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied("yes");
    } catch {
      setCopied("failed");
    }
  };
  return (
    <button
      type="button"
      className="holdall-copy"
      aria-label={`Copy ${what}`}
      onClick={copy}
      onBlur={() => setCopied("no")}
    >
      <span aria-live="polite">{labels[copied]}</span>
    </button>
  );
}
