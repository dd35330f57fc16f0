import { type Path, toPath } from "@holdall/tool-core";
import { useState } from "react";
import type { Hands } from "../hands.ts";
import { useFiles } from "../use-files.ts";
import type { Workspace } from "../workspace.ts";
import { FileEditor } from "./file-editor.tsx";

/** The files of the workspace, and one of them opened below. */
export function FilesPanel({
  workspace: { backend, name },
  hands,
}: {
  readonly workspace: Workspace;
  readonly hands: Hands;
}) {
  const { files, isCut } = useFiles(backend, hands.store.subscribe);
  const [opened, setOpened] = useState<Path>();
  return (
    <section className="files" aria-label="Files">
      <header>
        <h2>{name}</h2>
        <span className="count">
          {files.length}
          {isCut ? "+" : ""} files
        </span>
      </header>
      <ul>
        {files.map(({ path }) => (
          <li key={path}>
            <button type="button" aria-pressed={path === opened} onClick={() => setOpened(toPath(path))}>
              <span className="folder">{path.slice(1, path.lastIndexOf("/") + 1)}</span>
              {path.slice(path.lastIndexOf("/") + 1)}
            </button>
          </li>
        ))}
      </ul>
      {files.length === 0 && <p className="empty">No files yet.</p>}
      {opened && <FileEditor key={opened} backend={backend} path={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
