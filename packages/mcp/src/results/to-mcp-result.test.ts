import { failure, ToolError, type ToolResult } from "@holdall/tool-core";
import { describe, expect, it } from "vitest";
import { errorMetaKey, toMcpResult } from "./to-mcp-result.ts";

const ok = (content: ToolResult["content"], output: unknown = null): ToolResult => ({ ok: true, output, content });
const file = (mediaType: string, data: Uint8Array | URL, name?: string) =>
  ok([{ type: "file", mediaType, data, ...(name !== undefined && { name }) }]);

describe("toMcpResult", () => {
  it("sends every byte of a file, large ones too", () => {
    const bytes = Uint8Array.from({ length: 200_001 }, (_, at) => at % 256);
    const [block] = toMcpResult(file("image/webp", bytes)).content;
    expect(block).toMatchObject({ type: "image", mimeType: "image/webp" });
    expect(Buffer.from(block?.type === "image" ? block.data : "", "base64").equals(bytes)).toBe(true);
  });

  it("embeds files under an address made of their name, whatever it holds", () => {
    const [block] = toMcpResult(file("application/pdf", new Uint8Array([1]), "a b/ü?.pdf")).content;
    expect(block).toMatchObject({ resource: { uri: "attachment:///a%20b%2F%C3%BC%3F.pdf", blob: "AQ==" } });
  });

  it("tells files without a name apart", () => {
    const part = { type: "file", mediaType: "application/pdf", data: new Uint8Array() } as const;
    const uris = toMcpResult(ok([part, part])).content.map((block) => block.type === "resource" && block.resource.uri);
    expect(new Set(uris).size).toBe(2);
  });

  it("links what has an address of its own", () => {
    expect(toMcpResult(file("image/png", new URL("https://example.com/a.png"), "a.png")).content).toEqual([
      { type: "resource_link", uri: "https://example.com/a.png", name: "a.png", mimeType: "image/png" },
    ]);
  });

  it("sends the output only when it is wanted, as plain JSON", () => {
    const result = ok([{ type: "text", text: "now" }], { at: new Date(0), gone: undefined });
    expect(toMcpResult(result)).toEqual({ content: [{ type: "text", text: "now" }] });
    expect(toMcpResult(result, { structured: true }).structuredContent).toEqual({ at: "1970-01-01T00:00:00.000Z" });
  });

  it("keeps the cause of a failure at home, and its data out of structuredContent", () => {
    const error = new ToolError("stale", "It changed.", { hint: "Read it.", data: { version: "2" }, cause: "secret" });
    const sent = toMcpResult(failure(error), { structured: true });
    expect(sent).toEqual({
      isError: true,
      content: [{ type: "text", text: "Error (stale): It changed.\nRead it." }],
      _meta: { [errorMetaKey]: { code: "stale", data: { version: "2" } } },
    });
  });
});
