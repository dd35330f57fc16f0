import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { canPickFolder, listWorkspaces, type Workspace, type WorkspaceLocation } from "../../workspace/workspace.ts";

interface PlacePickerProps {
  readonly workspace: Workspace;
  readonly onPlace: (place: WorkspaceLocation) => void;
}

/** Choose a workspace, or make a new one that this browser keeps. */
export function PlacePicker({ workspace: { place, name }, onPlace }: PlacePickerProps) {
  const [names, setNames] = useState<readonly string[]>(place.kind === "browser" ? [name] : []);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const show = (found: readonly string[]) => setNames((known) => [...new Set([...found, ...known])]);
    listWorkspaces().then(show, () => {}); // where nothing can be kept, nothing is offered
  }, []);

  const choose = (value: string) => {
    const [kind = "", ...rest] = value.split(":");
    if (kind === "new") dialog.current?.showModal();
    else if (kind === "browser") onPlace({ kind, name: rest.join(":") });
    else if (kind === "memory" || kind === "folder") onPlace({ kind });
  };
  const create = (event: SubmitEvent<HTMLFormElement>) => {
    const chosen = new FormData(event.currentTarget).get("name");
    onPlace({ kind: "browser", name: String(chosen).trim() });
  };
  return (
    <>
      <label>
        <span>Workspace</span>
        <select
          value={place.kind === "browser" ? `browser:${name}` : place.kind === "folder" ? "open" : "memory"}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="memory">Memory</option>
          {names.map((each) => (
            <option key={each} value={`browser:${each}`}>
              {each}
            </option>
          ))}
          {place.kind === "folder" && <option value="open">{name}</option>}
          {names.length > 0 && <option value="new">New workspace …</option>}
          {canPickFolder && <option value="folder">A folder …</option>}
        </select>
      </label>
      <dialog ref={dialog} aria-label="New workspace">
        <form method="dialog" onSubmit={create}>
          <label className="field">
            <span>Name of the new workspace</span>
            <input type="text" name="name" required pattern=".*\S.*" autoComplete="off" />
            <small>It is empty, and this browser keeps it.</small>
          </label>
          <div className="start">
            <button type="submit" className="primary">
              Create
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
