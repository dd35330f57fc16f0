import type { RunView } from "@holdall/call-view";
import { type Json, ToolError } from "@holdall/tool-core";
import { RunList } from "@holdall/ui-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { connectRuns, type ListedRuns, type ServerAddress, type ServerRuns } from "./connect-runs.ts";
import { type Poll, poll } from "./poll.ts";

interface AttachedRunsProps {
  readonly server: ServerAddress;
  /** With why, where the server refuses the token. */
  readonly onLeave: (why?: string) => void;
}

/** Runs listed at first, and at most, as the server lists no more at once. */
const [defaultLimit, maxLimit] = [20, 100];

/** Runs of a server, updated while they are visible, with forms for their questions. */
export function AttachedRuns({ server, onLeave }: AttachedRunsProps) {
  const connection = useMemo(() => connectRuns(server), [server]);
  const [limit, setLimit] = useState(defaultLimit);
  const [isWaiting, setWaiting] = useState(false);
  const [listed, setListed] = useState<ListedRuns>();
  const [lost, setLost] = useState("");
  const [refused, setRefused] = useState("");
  const place = useRef<HTMLElement>(null);
  const polling = useRef<Poll>(undefined);
  const leave = useRef(onLeave);
  leave.current = onLeave;

  // The form that had the focus is gone.
  useEffect(() => place.current?.querySelector("button")?.focus(), []);

  useEffect(() => {
    let shown = "";
    const look = async (signal: AbortSignal) => {
      try {
        const found = await connection.list({ limit, isWaiting, signal });
        const json = JSON.stringify(found);
        const hasChanged = json !== shown;
        if (signal.aborted) return false;
        shown = json;
        setLost("");
        if (hasChanged) setListed(found);
        return hasChanged;
      } catch (error) {
        if (signal.aborted) return false;
        if (ToolError.is(error) && error.code === "permission_denied") leave.current(textOf(error));
        else setLost(textOf(error));
        throw error;
      }
    };
    polling.current = poll({ look });
    const stop = whileSeen(place.current, polling.current);
    return stop;
  }, [connection, limit, isWaiting]);

  const send = async (work: (server: ServerRuns) => Promise<void>) => {
    setRefused("");
    await work(connection).catch((error: unknown) => setRefused(textOf(error)));
    polling.current?.now();
  };
  const answer = ({ id }: RunView, event: string, payload: unknown) =>
    void send((to) => to.answer(id, event, payload as Json));
  const runs = listed?.runs ?? [];
  const asking = runs.filter(({ waits }) => waits.some(({ asked }) => asked)).length;
  return (
    <section ref={place} aria-label={`Runs of ${server.address}`}>
      <div className="start">
        <button type="button" onClick={() => onLeave()}>
          Detach
        </button>
        <label className="field field-flag">
          <input type="checkbox" checked={isWaiting} onChange={(event) => setWaiting(event.currentTarget.checked)} />
          <span>Only runs that wait</span>
        </label>
      </div>
      <p className="about" role="status">
        {listed
          ? `${counted(runs.length)} of ${server.address}${asking > 0 ? `, ${asking} waiting for you` : ""}.`
          : ""}
      </p>
      {[lost && `${lost} The page tries again.`, refused].filter(Boolean).map((problem) => (
        <p className="problem" role="alert" key={problem}>
          {problem}
        </p>
      ))}
      <RunList runs={runs} onAnswer={answer} onCancel={({ id }) => void send((to) => to.cancel(id))} />
      {listed?.hasMore && limit < maxLimit && (
        <button type="button" onClick={() => setLimit(maxLimit)}>
          Show older runs
        </button>
      )}
      {listed?.hasMore && limit === maxLimit && (
        <p className="about">
          Only the newest {maxLimit} runs are shown. To see older runs, use holdall runs in a terminal.
        </p>
      )}
    </section>
  );
}

/** Polls while an element can be seen: its panel is open, and so is the page. Returns the function that ends it. */
function whileSeen(element: HTMLElement | null, polling: Poll): () => void {
  let isOpen = false;
  const update = () => (isOpen && document.visibilityState === "visible" ? polling.now() : polling.pause());
  const observer = new IntersectionObserver((entries) => {
    const before = isOpen;
    isOpen = entries.at(-1)?.isIntersecting ?? false;
    if (before !== isOpen) update();
  });
  if (element) observer.observe(element);
  document.addEventListener("visibilitychange", update);
  return () => {
    observer.disconnect();
    document.removeEventListener("visibilitychange", update);
    polling.pause();
  };
}

const counted = (count: number) => `${count} ${count === 1 ? "run" : "runs"}`;

const textOf = (error: unknown): string =>
  ToolError.is(error) ? [error.message, error.hint].filter(Boolean).join(" ") : String(error);
