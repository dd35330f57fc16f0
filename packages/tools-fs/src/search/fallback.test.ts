import { memoryBackend } from "@holdall/backends-memory";
import { describeBackend } from "@holdall/conformance";
import { globByListing, searchByReading } from "@holdall/pattern-core/internal";
import { type Backend, toPath } from "@holdall/tool-core";

/** Signs the suite for what stands in where a backend brings no glob and no search of its own. */
describeBackend("the fallback of the search tools", () => {
  const memory = memoryBackend();
  const backend: Backend = {
    ...memory,
    glob: (path, query, io) => globByListing(memory, path, query, io),
    search: (path, query, text, io) => searchByReading(memory, path, query, text, io),
  };
  return { backend, root: toPath("/"), reopen: async () => memory };
});
