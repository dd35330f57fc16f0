import { ToolError } from "@holdall/tool-core";
import type { ResourceSource } from "../server/resources/resource-source.ts";

const text = "This is the content of the static text resource.";
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** The resources that the conformance suites ask for by name. */
export const conformanceResources: ResourceSource = {
  templates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
  owns: (uri) => uri.startsWith("test://"),
  list: async () => ({
    resources: [
      { uri: "test://static-text", name: "static-text", description: "A text", mimeType: "text/plain" },
      { uri: "test://static-binary", name: "static-binary", description: "A picture", mimeType: "image/png" },
      { uri: "test://watched-resource", name: "watched-resource", description: "A text", mimeType: "text/plain" },
    ],
  }),
  async read(_session, uri) {
    if (uri === "test://static-text" || uri === "test://watched-resource") {
      return [{ uri, mimeType: "text/plain", text }];
    }
    if (uri === "test://static-binary") return [{ uri, mimeType: "image/png", blob: png }];
    const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
    if (id === undefined) throw new ToolError("not_found", `There is no ${uri}.`);
    return [
      {
        uri,
        mimeType: "application/json",
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ];
  },
  watch: () => () => {},
};
