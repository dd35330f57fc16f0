import { type MessageBlock, viewOutboxEntry } from "@holdall/call-view";
import { Block, useCalls } from "@holdall/ui-react";
import { useEffect, useState } from "react";
import type { SentMessage } from "../../families/outbox.ts";
import { saveBytes } from "../../workspace/download.ts";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";

interface OutboxPanelProps {
  readonly workspaceSession: WorkspaceSession;
  readonly isKept: boolean;
}

interface ShownMessage {
  readonly id: string;
  readonly block: MessageBlock;
  readonly mail?: (() => Promise<Uint8Array | undefined>) | undefined;
}

/** What agents wrote and sent: it all stays in this page. */
export function OutboxPanel({ workspaceSession: { store, families }, isKept }: OutboxPanelProps) {
  const ended = useCalls(store).filter(
    ({ category, state }) => category === "messages" && state !== "running" && state !== "asking",
  ).length;
  const [sent, setSent] = useState<readonly ShownMessage[]>([]);
  const [problem, setProblem] = useState("");

  // Each call that ended may have written or sent something.
  useEffect(() => {
    let isCurrent = true;
    families.listSent().then(
      (found) => isCurrent && setSent(found.map(shownOf)),
      (error) => isCurrent && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [families, ended]);

  return (
    <div className="notes outbox">
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {sent.length === 0 && (
        <p className="empty">
          Nothing was written yet. Try compose_email and send_email, or send_message, under Tools.
        </p>
      )}
      {sent.map(({ id, block, mail }) => (
        <div className="holdall-call plain" key={id}>
          <Block block={block} />
          {mail && (
            <button type="button" aria-label={`Download ${id}.eml`} onClick={() => void save(id, mail)}>
              Download
            </button>
          )}
        </div>
      ))}
      <p className="about">
        Nothing leaves this page: its mail server keeps every mail and refuses addresses that end in .invalid.{" "}
        {isKept ? "This browser keeps the outbox with the workspace." : "It is gone when this page is closed."}
      </p>
    </div>
  );
}

function shownOf({ entry, text, mail }: SentMessage): ShownMessage {
  const block = viewOutboxEntry(entry);
  return {
    id: entry.id,
    block: text === undefined ? block : { ...block, body: text },
    ...(entry.email && { mail }),
  };
}

async function save(id: string, mail: () => Promise<Uint8Array | undefined>): Promise<void> {
  const bytes = await mail();
  if (!bytes) return;
  saveBytes(bytes, `${id}.eml`);
}
