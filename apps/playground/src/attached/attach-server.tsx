import { type SubmitEvent, useState } from "react";
import { AttachedRuns } from "./attached-runs.tsx";
import type { ServerAddress } from "./connect-runs.ts";

/** Asks for a server of durable runs and shows them. Address and token are kept nowhere: leaving the page forgets them. */
export function AttachServer() {
  const [server, setServer] = useState<ServerAddress>();
  const [address, setAddress] = useState("");
  const [refused, setRefused] = useState("");
  if (server) {
    const leave = (why = "") => {
      setServer(undefined);
      setRefused(why);
    };
    return <AttachedRuns server={server} onLeave={leave} />;
  }
  const attach = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setServer({ address, token: String(new FormData(event.currentTarget).get("token")).trim() });
  };
  return (
    <form onSubmit={attach}>
      <p className="about">
        Start <code>holdall runs serve --allow-origin {location.origin}</code> where the database is. It prints an
        address and a token. Anyone with the token can approve calls.
      </p>
      {refused && (
        <p className="problem" role="alert">
          {refused}
        </p>
      )}
      <label className="field">
        <span>Address</span>
        <input
          type="url"
          required
          placeholder="http://127.0.0.1:8787"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
      </label>
      <label className="field">
        <span>Token, kept in memory only</span>
        <input type="password" required autoComplete="off" name="token" />
      </label>
      <div className="start">
        <button type="submit" className="primary">
          Attach
        </button>
      </div>
    </form>
  );
}
