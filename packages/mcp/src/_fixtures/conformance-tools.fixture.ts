import { defineTool, passthroughSchema, type Registry, type Tool, ToolError } from "@holdall/tool-core";
import { z } from "zod";

const hints = { readOnly: true, openWorld: false } as const;
const nothing = z.object({});
const bytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** A red pixel. */
export const png = bytes(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
);
const wav = bytes("UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=");
const image = { type: "file", mediaType: "image/png", data: png } as const;
const note = {
  type: "file",
  mediaType: "text/plain",
  name: "note.txt",
  data: new TextEncoder().encode("A note"),
} as const;

/** The tools that the conformance suites call by name, written as any tool of Holdall is. */
export function conformanceTools(registry: Registry): Tool[] {
  return [
    defineTool({
      name: "test_simple_text",
      category: "test",
      description: "Answer with a text",
      input: nothing,
      hints,
      execute: () => "This is a simple text response for testing.",
    }),
    defineTool({
      name: "test_image_content",
      category: "test",
      description: "Answer with an image",
      input: nothing,
      hints,
      execute: () => null,
      render: () => [image],
    }),
    defineTool({
      name: "test_audio_content",
      category: "test",
      description: "Answer with audio",
      input: nothing,
      hints,
      execute: () => null,
      render: () => [{ type: "file", mediaType: "audio/wav", data: wav }],
    }),
    defineTool({
      name: "test_embedded_resource",
      category: "test",
      description: "Answer with a file",
      input: nothing,
      hints,
      execute: () => null,
      render: () => [note],
    }),
    defineTool({
      name: "test_multiple_content_types",
      category: "test",
      description: "Answer with a text, an image and a file",
      input: nothing,
      hints,
      execute: () => null,
      render: () => [{ type: "text", text: "Multiple content types test:" }, image, note],
    }),
    defineTool({
      name: "test_error_handling",
      category: "test",
      description: "Fail",
      input: nothing,
      hints,
      execute: () => {
        throw new ToolError("unavailable", "This tool intentionally returns an error for testing");
      },
    }),
    defineTool({
      name: "test_tool_with_progress",
      category: "test",
      description: "Report progress",
      input: nothing,
      hints,
      async *execute() {
        for (const progress of [0, 50, 100]) yield { progress, total: 100, message: `${progress} of 100` };
        return "Done";
      },
    }),
    defineTool({
      name: "test_trigger_tool_change",
      category: "test",
      description: "Add a tool, or take it away again",
      input: nothing,
      hints,
      execute: () => {
        if (!registry.remove("test_late_tool")) registry.add(quiet("test_late_tool"));
        return "changed";
      },
    }),
    quiet("test_logging_tool"),
    quiet("test_streaming_elicitation"),
    defineTool({
      name: "json_schema_2020_12_tool",
      category: "test",
      description: "Tool with JSON Schema 2020-12 features",
      input: passthroughSchema(jsonSchema2020),
      hints,
      execute: () => "ok",
    }),
  ];
}

/** A tool whose call sends nothing but its answer, which is what the suites look for where it may send no more. */
const quiet = (name: string): Tool =>
  defineTool({ name, category: "test", description: "Answer", input: nothing, hints, execute: () => "ok" });

const jsonSchema2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: it is a JSON Schema keyword.
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};
