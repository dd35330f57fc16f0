import { type SubmitEvent, useRef, useState } from "react";

interface AddButtonsProps {
  readonly onCreate: (path: string) => Promise<void>;
  readonly onUpload: (files: readonly File[]) => Promise<void>;
}

/** Make a new file, or bring files from outside. */
export function AddButtons({ onCreate, onUpload }: AddButtonsProps) {
  const [isNaming, setNaming] = useState(false);
  const [path, setPath] = useState("");
  const chooser = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setNaming(false);
    setPath("");
    void onCreate(path);
  };
  return (
    <div className="add">
      {isNaming ? (
        <form className="naming" onSubmit={submit} onKeyDown={({ key }) => key === "Escape" && setNaming(false)}>
          <input
            // biome-ignore lint/a11y/noAutofocus: it appears because its button was pressed
            autoFocus
            type="text"
            aria-label="Path of the new file"
            placeholder="src/new.js"
            required
            autoComplete="off"
            spellCheck={false}
            value={path}
            onChange={({ target }) => setPath(target.value)}
          />
          <button type="submit">Create</button>
        </form>
      ) : (
        <>
          <button type="button" onClick={() => setNaming(true)}>
            New file
          </button>
          <button type="button" onClick={() => chooser.current?.click()}>
            Upload
          </button>
        </>
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ target }) => {
          void onUpload([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </div>
  );
}
