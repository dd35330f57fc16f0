import type { Mode } from "@holdall/permissions";
import { useLayoutEffect, useState } from "react";
import type { Workspace, WorkspaceLocation } from "../../workspace/workspace.ts";
import { PlacePicker } from "./place-picker.tsx";

interface TopBarProps {
  readonly workspace: Workspace;
  readonly mode: Mode;
  readonly onPlace: (place: WorkspaceLocation) => void;
  readonly onMode: (mode: Mode) => void;
}

const modes: readonly (readonly [Mode, string])[] = [
  ["default", "Ask before changes"],
  ["accept_edits", "Accept edits"],
  ["plan", "Plan: read only"],
  ["bypass", "Never ask"],
];

type Scheme = "light dark" | "light" | "dark";
const schemes: readonly Scheme[] = ["light dark", "light", "dark"];
const schemeNames: Readonly<Record<Scheme, string>> = { "light dark": "Auto", light: "Light", dark: "Dark" };
const schemeKey = "holdall-playground-colours";

const rememberedScheme = (): Scheme =>
  schemes.find((scheme) => scheme === localStorage.getItem(schemeKey)) ?? "light dark";

/** What is gone when the page is closed. */
const lossOf = ({ place }: Workspace): string =>
  place.kind === "memory"
    ? "Not kept: a reload starts over"
    : place.kind === "folder"
      ? "Files are kept; calls and notes are not"
      : "Open in another tab: calls and notes are not kept here";

/** Where the agent works, what it may do without asking, and how the page looks. */
export function TopBar({ workspace, mode, onPlace, onMode }: TopBarProps) {
  const [scheme, setScheme] = useState(rememberedScheme);
  useLayoutEffect(() => {
    document.documentElement.style.colorScheme = scheme;
    localStorage.setItem(schemeKey, scheme);
  }, [scheme]);
  return (
    <header className="top">
      <h1>
        <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
          <rect x="3" y="11" width="26" height="17" rx="5" fill="currentColor" />
          <path d="M10 11V9a6 6 0 0 1 12 0v2" fill="none" stroke="currentColor" strokeWidth="3" />
        </svg>
        Holdall <span>playground</span>
      </h1>
      <PlacePicker workspace={workspace} onPlace={onPlace} />
      {!workspace.isKept && <span className="not-kept">{lossOf(workspace)}</span>}
      <label>
        <span>Permissions</span>
        <select value={mode} onChange={({ target }) => onMode(target.value as Mode)}>
          {modes.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="quiet"
        onClick={() => setScheme(schemes[(schemes.indexOf(scheme) + 1) % schemes.length] ?? "light dark")}
      >
        <span>Colors: </span>
        {schemeNames[scheme]}
      </button>
    </header>
  );
}
