import { type CallView, viewCall } from "@holdall/call-view";

/** Where our servers put what a view needs and the text does not say. */
export const callMetaKey = "holdall/call";

/**
 * The view of a call from the result that a host passes on: from what our server has added for views, else from the structured
 * content, else the text as it is.
 */
export function viewResult(tool: string, input: unknown, result: unknown): CallView {
  const { content, structuredContent, isError, _meta } = fieldsOf(result);
  const added = fieldsOf(fieldsOf(_meta)[callMetaKey]);
  const text = textOf(content);
  const facts = { id: "call", tool: nameOf(added.tool) ?? tool, input: added.input ?? input };
  if (isError === true) {
    const { code, message, hint } = fieldsOf(added.error);
    return viewCall({
      ...facts,
      state: code === "permission_denied" ? "denied" : code === "aborted" ? "cancelled" : "error",
      error: {
        code: nameOf(code) ?? "error",
        message: nameOf(message) ?? text,
        ...(typeof hint === "string" && { hint }),
      },
    });
  }
  const output = added.output ?? structuredContent;
  const view = viewCall({ ...facts, state: "success", output });
  return output === undefined
    ? { ...view, outcome: "", blocks: [{ kind: "text", text }] }
    : withSource(view, facts.input);
}

/** This page shows no PDFs: below the name of one that a call has made stands the text that it was made of. */
function withSource(view: CallView, input: unknown): CallView {
  const { markdown } = fieldsOf(input);
  const isPdf = view.blocks.some((block) => block.kind === "file" && block.mediaType === "application/pdf");
  if (!isPdf || typeof markdown !== "string" || markdown === "") return view;
  return { ...view, blocks: [...view.blocks, { kind: "markdown", text: markdown }] };
}

/** The pictures among the parts of a result, as addresses that need no network. */
export function picturesOf(result: unknown): string[] {
  const { content } = fieldsOf(result);
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const { type, data, mimeType } = fieldsOf(part);
    const isPicture = type === "image" && typeof data === "string" && /^image\/[\w.+-]+$/.test(String(mimeType));
    return isPicture ? [`data:${mimeType};base64,${data}`] : [];
  });
}

const nameOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => nameOf(fieldsOf(part).text) ?? []).join("\n");
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
