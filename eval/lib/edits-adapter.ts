import { openMemory } from "./memory-session.ts";

interface Edit {
  readonly path?: string;
  readonly before: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
}

const memory = openMemory();
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
let files = 0;

/** One edit the way a model makes it: read the file, edit it, and see what is there now. */
export async function edit({ path = "file.txt", before, old_string, new_string, replace_all }: Edit) {
  const file = `/${++files}/${path}`;
  await memory.put(file, encoder.encode(before));
  const read = await memory.session.call("read_file", { path: file });
  if (!read.ok) throw read.error;
  const edited = await memory.session.call("edit_file", {
    path: file,
    old_string,
    new_string,
    ...(replace_all && { replace_all }),
  });
  const after = decoder.decode(await memory.get(file));
  await memory.remove(file);
  return { ok: edited.ok, after };
}
