import type { CallView, ViewBlock } from "../call-view.ts";
import type { Handler } from "../handlers/handler.ts";
import { handlerOf } from "../handlers/handlers.ts";
import type { CallFacts } from "./call-facts.ts";
import { textOf } from "./fields.ts";
import { visible, visibleLine } from "./visible.ts";

export interface ViewOptions {
  /** The folder that paths are shown from. Whole paths by default. */
  readonly cwd?: string | undefined;
}

/**
 * Get the view of a call. Any input gives a view, and unknown outputs are shown as their fields. Control and invisible
 * characters are visible in the texts that users base decisions on: title, subject, approval and errors.
 */
export function viewCall(facts: CallFacts, options: ViewOptions = {}): CallView {
  const handler = handlerOf(facts.tool);
  const near = (text: string) => shorten(text, options.cwd);
  const subject = attempt(() => handler.subject?.(facts.input, facts.output) ?? usualSubject(facts.input), "");
  const isDone = facts.state === "success";
  const { approval, error, progress } = facts;
  return {
    id: facts.id,
    tool: visibleLine(facts.tool),
    title: visibleLine(facts.title ?? handler.title),
    category: handler.category,
    state: facts.state,
    subject: visibleLine(near(subject)),
    outcome: isDone ? visibleLine(attempt(() => handler.outcome?.(facts.output, facts.input) ?? "", "")) : "",
    blocks: blocksOf(handler, facts).map((block) => nearer(block, near)),
    ...(approval && {
      approval: {
        id: approval.id,
        prompt: visible(approval.prompt),
        access: approval.access.map(({ action, target, cwd }) => ({
          action,
          target: visible(target),
          ...(cwd !== undefined && { cwd: visible(cwd) }),
        })),
      },
    }),
    ...(progress && {
      progress: {
        message: visibleLine(progress.message),
        ...(progress.done !== undefined && { done: progress.done }),
      },
    }),
    ...(error && {
      error: {
        code: error.code,
        message: visible(near(error.message)),
        ...(error.hint !== undefined && { hint: visible(near(error.hint)) }),
      },
    }),
    ...(facts.duration !== undefined && { duration: facts.duration }),
    ...(facts.parentId !== undefined && { parentId: facts.parentId }),
  };
}

function blocksOf(handler: Handler, { state, input, output, progress }: CallFacts): readonly ViewBlock[] {
  if (state === "success" || ((state === "running" || state === "asking") && output !== undefined)) {
    const fields = output === undefined || output === null ? [] : [fieldsBlock(output)];
    return attempt(() => handler.blocks?.(output, input) ?? fields, fields);
  }
  if (input === undefined || state === "error" || state === "cancelled") return [];
  const fields = [fieldsBlock(input)];
  return attempt(() => handler.preview?.(input, progress?.data) ?? fields, fields);
}

const fieldsBlock = (value: unknown): ViewBlock =>
  typeof value === "string" ? { kind: "text", text: value } : { kind: "fields", value };

/** What most calls are about. */
function usualSubject(input: unknown): string {
  const path = textOf(input, "path", "file_path", "notebook_path", "from", "source");
  const wanted = textOf(input, "pattern", "glob_pattern", "query", "url", "uri", "name");
  const to = textOf(input, "to", "destination", "new_path");
  if (to !== undefined) return `${path ?? ""} → ${to}`;
  if (wanted === undefined) return path ?? "";
  return path === undefined || path === "." ? wanted : `${wanted} in ${path}`;
}

/** Paths below the folder, from the folder. */
const shorten = (text: string, cwd: string | undefined): string =>
  cwd === undefined || cwd === "/" || cwd === "" ? text : text.replaceAll(`${cwd.replace(/\/$/, "")}/`, "");

function nearer(block: ViewBlock, near: (text: string) => string): ViewBlock {
  switch (block.kind) {
    case "code":
    case "diff":
      return block.path === undefined ? block : { ...block, path: near(block.path) };
    case "matches":
      return { ...block, files: block.files.map((file) => ({ ...file, path: near(file.path) })) };
    case "paths":
      return { ...block, paths: block.paths.map((entry) => ({ ...entry, path: near(entry.path) })) };
    case "file":
      return { ...block, name: near(block.name) };
    default:
      return block;
  }
}

/** What a function gives, or something else where a value has traps: a view never throws. */
function attempt<T>(make: () => T, otherwise: T): T {
  try {
    return make();
  } catch {
    return otherwise;
  }
}
