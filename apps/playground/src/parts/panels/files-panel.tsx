import { type Path, toPath, toToolError } from "@holdall/tool-core";
import { type DragEvent, useEffect, useState } from "react";
import { addFiles } from "../../workspace/add-files.ts";
import type { Listing } from "../../workspace/use-files.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { WorkspaceSession } from "../../workspace/workspace-session.ts";
import { AddButtons } from "../bars/add-buttons.tsx";
import { type Draft, FileEditor } from "../file-editor.tsx";
import { FileList } from "../file-list.tsx";

interface FilesPanelProps {
  readonly workspace: Workspace;
  readonly workspaceSession: WorkspaceSession;
  readonly listing: Listing;
}

/** The files of the workspace, and one of them opened below. What was typed and not saved waits until it is opened again. */
export function FilesPanel({ workspace: { backend, name }, workspaceSession, listing }: FilesPanelProps) {
  const [opened, setOpened] = useState<Path>();
  const [drafts, setDrafts] = useState<ReadonlyMap<Path, Draft>>(new Map());
  const [note, setNote] = useState("");
  const [isDropping, setDropping] = useState(false);
  const { files, isCut, isLoading = false, problem } = listing;

  const keepDraft = (path: Path, draft: Draft | undefined) =>
    setDrafts((before) => {
      const rest = [...before].filter(([each]) => each !== path);
      return new Map(draft ? [...rest, [path, draft]] : rest);
    });
  useEffect(() => {
    if (drafts.size === 0) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [drafts.size]);

  const create = async (typed: string) => {
    try {
      const path = toPath(typed, toPath("/"));
      if (await backend.stat(path)) return setNote(`${path} is there already.`);
      const result = await workspaceSession.callAsPerson("write_file", { path, content: "" });
      setNote(result.ok ? "" : result.error.message);
      if (result.ok) setOpened(path);
    } catch (error) {
      setNote(toToolError(error).message);
    }
  };
  const upload = async (given: readonly File[]) => {
    setNote("Adding …");
    setNote(await addFiles(backend, given));
  };
  const remove = async (path: Path) => {
    const result = await workspaceSession.callAsPerson("delete_file", { path });
    setNote(result.ok ? `${path} is deleted. Undo brings it back.` : result.error.message);
    if (!result.ok) return;
    keepDraft(path, undefined);
    setOpened(undefined);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setDropping(isOver);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    void upload([...event.dataTransfer.files]);
  };
  return (
    <section
      className={`files${isDropping ? " dropping" : ""}`}
      aria-label="Files"
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={drop}
    >
      <header className="head">
        <h2>{name}</h2>
        <span className="count">
          {files.length.toLocaleString("en-US")}
          {isCut ? "+" : ""} {files.length === 1 ? "file" : "files"}
        </span>
      </header>
      <AddButtons onCreate={create} onUpload={upload} />
      <p className="note" role="status">
        {problem ?? note}
      </p>
      <FileList files={files} isLoading={isLoading} opened={opened} drafts={drafts} onOpen={setOpened} />
      {opened && (
        <FileEditor
          key={opened}
          backend={backend}
          path={opened}
          listing={listing}
          draft={drafts.get(opened)}
          onDraft={(draft) => keepDraft(opened, draft)}
          onDelete={() => void remove(opened)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}
