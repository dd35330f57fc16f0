import type { ContentPart } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";
import type { ContentBlock } from "@langchain/core/messages";

/** Content as LangChain's standard blocks, which its packages for providers turn into what each API takes. */
export const toContentBlocks = (content: readonly ContentPart[]): ContentBlock.Standard[] => content.map(toBlock);

function toBlock(part: ContentPart): ContentBlock.Standard {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType: mimeType, data, name } = part;
  const source = {
    mimeType,
    ...(data instanceof URL ? { url: data.href } : { data: toBase64(data) }),
    ...(name !== undefined && { metadata: { filename: name } }),
  };
  switch (mimeType.split("/", 1)[0]) {
    case "image":
      return { type: "image", ...source };
    case "audio":
      return { type: "audio", ...source };
    case "video":
      return { type: "video", ...source };
    default:
      return { type: "file", ...source };
  }
}
