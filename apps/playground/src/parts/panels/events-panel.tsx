import { useCalls } from "@holdall/ui-react";
import { useState } from "react";
import type { NumberedEvent, WorkspaceSession } from "../../workspace/workspace-session.ts";

const maxShown = 100;
const maxCharacters = 10_000;

/** What the session tells its host, event by event, the newest first. */
export function EventsPanel({ workspaceSession }: { readonly workspaceSession: WorkspaceSession }) {
  useCalls(workspaceSession.store);
  const events = workspaceSession.events().slice(-maxShown).reverse();
  if (events.length === 0) return <p className="empty">What the session tells its host shows up here as it happens.</p>;
  return (
    <ol className="events" reversed>
      {events.map((numbered) => (
        <EventRow key={numbered.number} {...numbered} />
      ))}
    </ol>
  );
}

function EventRow({ event, number }: NumberedEvent) {
  const [isOpen, setOpen] = useState(false);
  const outcome = event.type === "call-end" ? (event.result.ok ? "ok" : event.result.error.code) : "";
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <small>{number}</small>
          <code>{event.tool}</code>
          <span>
            {event.type} {outcome && <small>{outcome}</small>}
          </span>
        </summary>
        {isOpen && <Json value={event} />}
      </details>
    </li>
  );
}

function Json({ value }: { readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  const left = text.length - maxCharacters;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre tabIndex={0}>
      {text.slice(0, maxCharacters)}
      {left > 0 && `\n… ${left.toLocaleString("en-US")} more characters`}
    </pre>
  );
}
