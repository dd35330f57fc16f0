import { useCalls } from "@holdall/ui-react";
import type { Hands } from "../hands.ts";

/** What the session tells its host, event by event, the newest first. */
export function EventsPanel({ hands }: { readonly hands: Hands }) {
  useCalls(hands.store);
  const events = hands.events().slice(-100).reverse();
  if (events.length === 0) return <p className="empty">Events of the session show up here as they happen.</p>;
  return (
    <ol className="events">
      {events.map((event, at) => (
        <li key={events.length - at}>
          <details>
            <summary>
              <code>{event.type}</code> {event.tool} <small>{event.callId}</small>
            </summary>
            <pre>{JSON.stringify(event, null, 2).slice(0, 4_000)}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}
