import type { ServerStatus } from "@holdall/mcp/client/http";
import { type SubmitEvent, useId, useRef, useState, useSyncExternalStore } from "react";
import type { WorkspaceSession } from "../workspace/workspace-session.ts";
import "../styles/servers.css";

/** MCP servers by URL. Their tools are called like all others, by the person and by agents. */
export function ServersPanel({ workspaceSession: { servers } }: { readonly workspaceSession: WorkspaceSession }) {
  const status = useSyncExternalStore(servers.subscribe, servers.status);
  const [problem, setProblem] = useState("");
  const [isConnecting, setConnecting] = useState(false);
  const heading = useId();
  const form = useRef<HTMLFormElement>(null);

  const add = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const textOf = (field: string) => String(given.get(field) ?? "").trim();
    setProblem("");
    setConnecting(true);
    try {
      const showsPages = given.get("pages") !== null;
      await servers.add({ name: textOf("name"), url: textOf("url"), token: textOf("token"), showsPages });
      form.current?.reset();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setConnecting(false);
    }
  };

  return (
    <div className="notes servers">
      {status.map((server) => (
        <Server
          key={server.name}
          server={server}
          onAccept={() => void servers.accept(server.name)}
          onRemove={() => {
            void servers.remove(server.name);
            form.current?.querySelector("input")?.focus(); // the button that had the focus is gone
          }}
        />
      ))}
      <form ref={form} aria-labelledby={heading} onSubmit={(event) => void add(event)}>
        <h3 id={heading}>Add an MCP server</h3>
        <p className="about">
          The server must let pages of {location.origin} call it. For one of yours:{" "}
          <code>holdall serve --http 8787 --allow-origin {location.origin}</code>
        </p>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <label className="field">
          <span>Name, yours for it</span>
          <input name="name" required maxLength={24} pattern="[A-Za-z0-9_\-]+" title="Letters, digits, _ and -" />
        </label>
        <label className="field">
          <span>URL</span>
          <input type="url" name="url" required placeholder="http://127.0.0.1:8787/mcp" />
        </label>
        <label className="field">
          <span>Bearer token, kept in memory only</span>
          <input type="password" name="token" autoComplete="off" />
        </label>
        <label className="field field-flag">
          <input type="checkbox" name="pages" />
          <span>Show pages of this server</span>
          <small>They run in a frame without an origin and a network, and ask before each call.</small>
        </label>
        <div className="start">
          <button type="submit" className="primary" disabled={isConnecting}>
            {isConnecting ? "Connecting …" : "Connect"}
          </button>
        </div>
      </form>
      <p className="about">
        Their tools are under Tools, and agents can use them. Each call asks unless you allow it. Servers and tokens are
        forgotten when the workspace or the page is closed.
      </p>
    </div>
  );
}

const stateNames: Readonly<Record<ServerStatus["state"], string>> = {
  off: "off",
  connecting: "connecting",
  connected: "connected",
  waiting: "not connected, will be tried again",
  failed: "not connected",
  closed: "closed",
};

interface ServerProps {
  readonly server: ServerStatus;
  readonly onAccept: () => void;
  readonly onRemove: () => void;
}

function Server({ server, onAccept, onRemove }: ServerProps) {
  const { name, state, problem, tools, changes, protocol, info } = server;
  const id = useId();
  return (
    <article className="server" aria-labelledby={id}>
      <h3 id={id}>
        {name} <span className="server-state">{stateNames[state]}</span>
      </h3>
      {state === "connected" && (
        <p className="about">{[info, protocol && `protocol ${protocol}`].filter(Boolean).join(", ")}</p>
      )}
      {problem && state !== "connected" && (
        <p className="problem" role="alert">
          {problem.message} {problem.hint}
        </p>
      )}
      {tools.length > 0 && (
        <details className="unfold">
          <summary>{tools.length === 1 ? "1 tool" : `${tools.length} tools`}</summary>
          <ul className="server-tools">
            {tools.map((tool) => (
              <li key={tool}>
                <code>{tool}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      {changes.map(({ tool, diff }) => (
        <details className="unfold" key={tool}>
          <summary>{tool} has changed and cannot be called</summary>
          <pre>{diff}</pre>
        </details>
      ))}
      <div className="start">
        {changes.length > 0 && (
          <button type="button" onClick={onAccept}>
            Use the changed tools
          </button>
        )}
        <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </div>
    </article>
  );
}
