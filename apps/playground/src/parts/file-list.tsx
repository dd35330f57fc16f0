import { type Entry, type Path, toPath } from "@holdall/tool-core";
import { useMemo, useState } from "react";

interface FileListProps {
  readonly files: readonly Entry[];
  readonly isLoading: boolean;
  readonly opened: Path | undefined;
  /** Files with something typed that is not saved. */
  readonly drafts: ReadonlyMap<Path, unknown>;
  readonly onOpen: (path: Path) => void;
}

/** From here on a list needs a filter. */
const many = 12;

/** `file-2` before `file-10`. */
const byName = new Intl.Collator("en", { numeric: true });

/** Files below their folders; those at the root first. */
export function FileList({ files, isLoading, opened, drafts, onOpen }: FileListProps) {
  const [wanted, setWanted] = useState("");
  const folders = useMemo(() => {
    const shown = files.filter(({ path }) => path.toLowerCase().includes(wanted.toLowerCase()));
    shown.sort((a, b) => byName.compare(a.path, b.path));
    const grouped = Map.groupBy(shown, ({ path }) => path.slice(1, path.lastIndexOf("/") + 1));
    return [...grouped].sort(([a], [b]) => byName.compare(a, b));
  }, [files, wanted]);
  return (
    <>
      {files.length > many && (
        <input
          type="search"
          aria-label="Filter files"
          placeholder="Filter files"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      )}
      <div className="file-list">
        {folders.map(([folder, inside]) => (
          <div key={folder} className="folder">
            {folder && (
              <h3 title={folder}>
                <bdi>{folder}</bdi>
              </h3>
            )}
            <ul>
              {inside.map(({ path }) => (
                <li key={path}>
                  <button
                    type="button"
                    title={path}
                    aria-pressed={path === opened}
                    onClick={() => onOpen(toPath(path))}
                  >
                    {path.slice(path.lastIndexOf("/") + 1)}
                    {drafts.has(toPath(path)) && <span className="unsaved"> not saved</span>}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {files.length === 0 && !isLoading && <p className="empty">No files yet. Make one, or drop files here.</p>}
        {files.length > 0 && folders.length === 0 && <p className="empty">No file is named like that.</p>}
      </div>
    </>
  );
}
