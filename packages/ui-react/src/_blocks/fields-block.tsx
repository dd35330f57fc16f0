import type { ReactNode } from "react";
import { CopyButton } from "../parts/copy-button.tsx";

const MOST = 20_000;

/** Whatever it is, as JSON; what JSON cannot say as text. Long ones are cut, and say so. */
export function FieldsBlock({
  label,
  value,
}: {
  readonly label?: string | undefined;
  readonly value: unknown;
}): ReactNode {
  const text = jsonOf(value);
  return (
    <figure className="holdall-frame">
      <figcaption>
        <span className="holdall-path">{label ?? "Details"}</span>
        <CopyButton text={() => text} what={label ?? "details"} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre className="holdall-json" tabIndex={0}>
        {text.slice(0, MOST)}
      </pre>
      {text.length > MOST && (
        <p className="holdall-more">{(text.length - MOST).toLocaleString("en-US")} more characters; copy to see them</p>
      )}
    </figure>
  );
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, (_, item) => (typeof item === "bigint" ? `${item}` : item), 2) ?? String(value);
  } catch {
    return "This value cannot be shown.";
  }
}
