import { neutralLine } from "@holdall/tool-kit/text";
import { isSpecType } from "@modelcontextprotocol/client";

type Result = Readonly<Record<string, unknown>>;

/** Called with an item of a list that is left out, and why. */
export type OnLeftOut = (item: {
  readonly kind: "prompt" | "resource" | "resource template";
  readonly name: string;
}) => void;

/**
 * A result whose invalid parts stand alone: the SDK would refuse all of it for one of them. Items of lists are left out, blocks
 * of content become a line that says what is missing, and structured content that is no object becomes one.
 */
export function repairResult(result: Result, onLeftOut: OnLeftOut): Result {
  const { resources, resourceTemplates, prompts, content, contents, structuredContent } = result;
  const repaired: Record<string, unknown> = {};
  const take = (key: string, list: unknown, repair: (list: readonly unknown[]) => unknown[]): void => {
    if (!Array.isArray(list)) return;
    const taken = repair(list);
    if (taken.length !== list.length || taken.some((each, i) => each !== list[i])) repaired[key] = taken;
  };
  const valid =
    (kind: Parameters<OnLeftOut>[0]["kind"], isValid: (item: unknown) => boolean) => (list: readonly unknown[]) =>
      list.filter((item) => {
        const fits = isValid(item);
        if (!fits) onLeftOut({ kind, name: nameOf(item) });
        return fits;
      });
  take("resources", resources, valid("resource", isSpecType.Resource));
  take("resourceTemplates", resourceTemplates, valid("resource template", isSpecType.ResourceTemplate));
  take("prompts", prompts, valid("prompt", isSpecType.Prompt));
  take("content", content, (list) => list.map((block) => (isSpecType.ContentBlock(block) ? block : insteadOf(block))));
  take("contents", contents, (list) => list.map((part) => (isContents(part) ? part : insteadOfContents(part))));
  if (structuredContent !== undefined && !isObject(structuredContent))
    repaired.structuredContent = { result: structuredContent };
  return Object.keys(repaired).length === 0 ? result : { ...result, ...repaired };
}

const isContents = (part: unknown): boolean =>
  isSpecType.TextResourceContents(part) || isSpecType.BlobResourceContents(part);

/** The text of a block that is otherwise wrong, or a word for it. */
function insteadOf(block: unknown): { readonly type: "text"; readonly text: string } {
  if (!isObject(block)) return { type: "text", text: "[A part of the answer is not an object, and is left out.]" };
  const { type, text, mimeType } = block;
  if (typeof text === "string") return { type: "text", text };
  const media = typeof mimeType === "string" ? ` ${neutralLine(mimeType, 100)}` : "";
  const known = ["image", "audio", "resource", "resource_link"].includes(String(type));
  const reason = known ? "does not follow the protocol" : "is of an unknown type";
  return {
    type: "text",
    text: `[A part of the answer${media}, ${neutralLine(String(type), 40)}, ${reason}, and is left out.]`,
  };
}

function insteadOfContents(part: unknown): { readonly uri: string; readonly text: string } {
  const { uri, text } = Object(part) as { uri?: unknown; text?: unknown };
  return {
    uri: typeof uri === "string" ? uri : "",
    text: typeof text === "string" ? text : "[This part does not follow the protocol, and is left out.]",
  };
}

function nameOf(item: unknown): string {
  const { name, uri } = Object(item) as { name?: unknown; uri?: unknown };
  const found = [name, uri].find((each) => typeof each === "string" && each !== "");
  return found === undefined ? "without a name" : neutralLine(String(found), 100);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
