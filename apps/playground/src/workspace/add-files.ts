import { type Backend, toPath, toToolError } from "@holdall/tool-core";

/**
 * Put files of the person's into the workspace, at its root. What is there already stays; the sentence says what was
 * added.
 */
export async function addFiles(backend: Backend, files: readonly File[]): Promise<string> {
  const problems: string[] = [];
  for (const file of files) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      await backend.write(toPath(`/${file.name}`), bytes, { ifVersion: null });
    } catch (error) {
      const { code, message } = toToolError(error);
      problems.push(
        code === "already_exists" || code === "stale"
          ? `${file.name} is there already and stays as it is.`
          : `${file.name}: ${message}`,
      );
    }
  }
  const added = files.length - problems.length;
  return [`${added} ${added === 1 ? "file" : "files"} added.`, ...problems].join(" ");
}
