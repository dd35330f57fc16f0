import { ToolError } from "@holdall/tool-core";
import { hasControls } from "../send/text.ts";

/** The target of a rendered text: `header` is one line, `html` is escaped, `text` is unchanged. */
export type TemplateContext = "header" | "text" | "html";

export type TemplateValues = Readonly<Record<string, unknown>>;

/** Renders a template; `renderTemplate` is the one that is built in. */
export type TemplateRenderer = (
  template: string,
  values: TemplateValues,
  context: TemplateContext,
) => string | Promise<string>;

/** Characters of a result, and fields and repetitions that are filled in. */
const [maxLength, maxSteps] = [1_000_000, 20_000];

type Scope = readonly unknown[];
type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "each"; readonly name: string; readonly parts: TemplatePart[] };

/**
 * Fill in `{{field}}`, `{{a.b}}`, and `{{#each list}}…{{this}} or {{field}}…{{/each}}`. Only own properties are looked up. Throws `invalid_input` with the
 * names of all fields that are missing or cannot be written, `parse_error` for a template that does not close, `too_large`.
 */
export function renderTemplate(template: string, values: TemplateValues, context: TemplateContext): string {
  const missing = new Set<string>();
  const out: string[] = [];
  let [length, steps] = [0, 0];
  const push = (text: string) => {
    length += text.length;
    if (length > maxLength || ++steps > maxSteps)
      throw new ToolError(
        "too_large",
        `The template would produce more than ${maxLength} characters or ${maxSteps} parts.`,
        {
          hint: "Use fewer values, or attach a file.",
        },
      );
    out.push(text);
  };
  const run = (parts: readonly TemplatePart[], scope: Scope): void => {
    for (const part of parts) {
      if (part.kind === "text") push(part.text);
      else if (part.kind === "field") {
        const value = written(lookup(scope, part.name));
        if (value === undefined || (context === "header" && hasControls(value))) missing.add(part.name);
        else push(context === "html" ? escapeHtml(value) : value);
      } else {
        const list = lookup(scope, part.name);
        if (!Array.isArray(list)) missing.add(part.name);
        else for (const item of list) run(part.parts, [item, ...scope]);
      }
    }
  };
  run(parse(template), [values]);
  if (missing.size === 0) return out.join("");
  throw new ToolError("invalid_input", `The template has missing or invalid values for: ${[...missing].join(", ")}.`, {
    hint: "Set each in `values`: a text, number or true/false, a list for #each, and a single line for a subject.",
    data: { missing: [...missing] },
  });
}

function parse(template: string): TemplatePart[] {
  const root: TemplatePart[] = [];
  const open: Extract<TemplatePart, { kind: "each" }>[] = [];
  const add = (part: TemplatePart) => (open.at(-1)?.parts ?? root).push(part);
  const wrong = (what: string) =>
    new ToolError("parse_error", `The template cannot be read: ${what}.`, {
      hint: "Use {{field}}, {{a.b}} and {{#each list}}…{{/each}}.",
    });
  const tag = /\{\{([^{}]*)\}\}/g;
  let from = 0;
  for (const match of template.matchAll(tag)) {
    add({ kind: "text", text: template.slice(from, match.index) });
    from = match.index + match[0].length;
    const inside = (match[1] ?? "").trim();
    const [, each] = /^#each ([\w.]+)$/.exec(inside) ?? [];
    if (each !== undefined) {
      const part = { kind: "each" as const, name: each, parts: [] };
      add(part);
      open.push(part);
      if (open.length > 5) throw wrong("more than five nested lists");
    } else if (inside === "/each") {
      if (!open.pop()) throw wrong("an extra {{/each}}");
    } else if (/^[\p{L}\p{N}_.]+$/u.test(inside)) add({ kind: "field", name: inside });
    else throw wrong(`{{${inside.slice(0, 40)}}} is neither a field nor a list`);
  }
  add({ kind: "text", text: template.slice(from) });
  if (open.length > 0) throw wrong("an {{#each}} without {{/each}}");
  return root;
}

/** The nearest scope that has the first name decides. */
function lookup(scope: Scope, path: string): unknown {
  const [first = "", ...rest] = path.split(".");
  if (first === "this") return rest.reduce(own, scope[0]);
  const holder = scope.find((each) => isRecord(each) && Object.hasOwn(each, first));
  return [first, ...rest].reduce(own, holder);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const own = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const written = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char);
