import type { MessageBlock as MessageData } from "@holdall/call-view";
import type { ReactNode } from "react";
import { Badge } from "./badge.tsx";

/** A message or a mail: its state in words, everybody that it goes to, its text, its files and its hash. */
export function MessageBlock({ block }: { readonly block: MessageData }): ReactNode {
  const { state, from, recipients, subject, body, attachments, id, bytes, sha256, at, notes } = block;
  const facts = [id, bytes === undefined ? "" : sizeOf(bytes), at].filter(Boolean).join(" · ");
  return (
    <div className="holdall-message">
      <p className="holdall-message-head">
        {subject !== undefined && <span>{subject}</span>}
        {state && <Badge tone={state.tone}>{state.label}</Badge>}
      </p>
      {from !== undefined && (
        <p>
          <small>from</small> <code>{from}</code>
        </p>
      )}
      {recipients.length > 0 && (
        <ul aria-label="Recipients">
          {recipients.map((recipient, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one address may stand twice
            <Recipient key={place} recipient={recipient} />
          ))}
        </ul>
      )}
      {notes.map(({ text, isWarning }) => (
        <p key={text} className={isWarning ? "holdall-warning" : undefined}>
          {text}
        </p>
      ))}
      {body !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre className="holdall-text" tabIndex={0}>
          {body}
        </pre>
      )}
      {attachments.length > 0 && (
        <ul aria-label="Attachments">
          {attachments.map((file) => (
            <li key={file.path}>
              <small>attached</small>
              <span>
                <code>{file.path}</code>
                {file.bytes !== undefined && <small> {sizeOf(file.bytes)}</small>}
                {file.sha256 !== undefined && <Hash value={file.sha256} />}
              </span>
            </li>
          ))}
        </ul>
      )}
      {(facts !== "" || sha256 !== undefined) && (
        <p>
          <small>{facts}</small>
          {sha256 !== undefined && <Hash value={sha256} />}
        </p>
      )}
    </div>
  );
}

function Recipient({
  recipient: { as, address, spelledOut, warnings, outcome },
}: {
  readonly recipient: MessageData["recipients"][number];
}): ReactNode {
  return (
    <li>
      <small>{as}</small>
      <span>
        <code>{address}</code>
        {spelledOut !== undefined && ` (${spelledOut})`}
        {outcome !== undefined && <small> {outcome}</small>}
        {warnings.length > 0 && " "}
        {warnings.map((warning) => (
          <Badge key={warning} tone="caution">
            {warning}
          </Badge>
        ))}
      </span>
    </li>
  );
}

/** Whole, so that it can be compared. */
const Hash = ({ value }: { readonly value: string }): ReactNode => (
  <small className="holdall-hash">
    SHA-256 <code>{value}</code>
  </small>
);

const sizeOf = (bytes: number): string => `${bytes.toLocaleString("en-US")} ${bytes === 1 ? "byte" : "bytes"}`;
