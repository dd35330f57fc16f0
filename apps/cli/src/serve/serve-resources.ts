import { fileResources, todoResources } from "@holdall/mcp";
import type { Setup } from "../setup/set-up.ts";

type ResourceSource = ReturnType<typeof fileResources>;

/** What a client can read without a call: the todos, and the files of the place that counts when it asks. */
export async function serveResources(place: () => Setup): Promise<ResourceSource[]> {
  const { registry } = place().preset;
  const sources: ResourceSource[] = [];
  if (registry.get("todo_read")) sources.push(todoResources((await import("@holdall/tools-todos")).todoList));
  if (!registry.get("read_file")) return sources;
  const opened = new WeakMap<Setup, ResourceSource>();
  const files = (): ResourceSource => {
    const setup = place();
    const source = opened.get(setup) ?? fileResources(setup.preset);
    opened.set(setup, source);
    return source;
  };
  const { templates, owns } = files();
  return [
    ...sources,
    {
      ...(templates && { templates }),
      owns,
      list: (...asked) => files().list(...asked),
      read: (...asked) => files().read(...asked),
    },
  ];
}
