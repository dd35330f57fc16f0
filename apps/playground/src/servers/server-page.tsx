import { AppFrame } from "@holdall/ui-react/app-frame";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { WorkspaceSession } from "../workspace/workspace-session.ts";
import { callForPage } from "./call-for-page.ts";
import type { CalledPage } from "./server-list.ts";
import "../styles/servers.css";

interface ServerPageProps {
  readonly callId: string;
  readonly workspaceSession: WorkspaceSession;
}

interface AskedLink {
  readonly url: string;
  readonly answer: (opens: boolean) => void;
}

/** The page that a server sent with the tool of a call, where the person allows pages of that server. */
export function ServerPage({ callId, workspaceSession: { servers, call } }: ServerPageProps) {
  const [page, setPage] = useState<CalledPage>();
  const [problem, setProblem] = useState("");
  const [link, setLink] = useState<AskedLink>();
  const theme = useTheme();
  const isKnown = useSyncExternalStore(servers.subscribe, () => servers.knows(callId));
  const server = page?.server ?? "";
  const refuse = useRef<HTMLButtonElement>(null);
  useEffect(() => refuse.current?.focus(), [link]);
  const onCall = useMemo(() => callForPage(servers, server, call), [servers, server, call]);

  useEffect(() => {
    let isCurrent = true;
    servers.pageOf(callId).then(
      (found) => isCurrent && setPage(found),
      (error) => isCurrent && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [servers, callId]);

  if (problem && isKnown)
    return (
      <p className="problem" role="alert">
        The page of this tool cannot be shown: {problem}
      </p>
    );
  // A page of a removed server would call the tools of another that is added under its name.
  if (!page || !isKnown) return null;
  const { app, input, result } = page;
  const answerLink = (opens: boolean) => {
    if (opens && link) window.open(link.url, "_blank", "noopener,noreferrer");
    link?.answer(opens);
    setLink(undefined);
  };
  const askLink = (url: string) =>
    new Promise<boolean>((answer) => {
      // One link at a time: a page cannot pile them up.
      setLink((open) => {
        if (open) queueMicrotask(() => answer(false));
        return open ?? { url, answer };
      });
    });
  return (
    <section className="server-page" aria-label={`Page of ${server}`}>
      <AppFrame
        html={app.html}
        title={`${server}: ${app.tool.title ?? app.tool.name}`}
        tool={app.tool}
        input={input}
        result={result}
        theme={theme}
        onCall={onCall}
        onOpenLink={askLink}
      />
      {link && (
        <div className="page-link" role="alertdialog" aria-label={`${server} wants to open a link`}>
          <p>
            The page of {server} wants to open <code>{link.url}</code>
          </p>
          <div className="start">
            <button ref={refuse} type="button" onClick={() => answerLink(false)}>
              Do not open
            </button>
            <button type="button" onClick={() => answerLink(true)}>
              Open in a new tab
            </button>
          </div>
        </div>
      )}
    </section>
  );
}

const dark = matchMedia("(prefers-color-scheme: dark)");

/** The colors of this page, as the person or the system has chosen them. */
const themeNow = (): "light" | "dark" => {
  const chosen = document.documentElement.style.colorScheme;
  return chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
};

function subscribeTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ["style"] });
  dark.addEventListener("change", onChange);
  return () => {
    observer.disconnect();
    dark.removeEventListener("change", onChange);
  };
}

const useTheme = () => useSyncExternalStore(subscribeTheme, themeNow);
