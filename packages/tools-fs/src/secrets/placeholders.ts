import { type ToolContext, ToolError } from "@holdall/tool-core";
import { placeholdersIn, type SecretFilter, secretFilters } from "@holdall/tool-kit/text";
import type { TextSplice } from "../text/lines.ts";
import type { SecretsOfFile, ShownText } from "./secrets-of-file.ts";

const load = () => import("./secrets-of-file.ts");

type Session = Pick<ToolContext, "state">;

/**
 * The values of placeholders of a model's texts in one file. Undefined for texts without any, which is the usual case
 * and costs a search for one word.
 */
export async function secretsFor(
  path: string,
  { state }: Session,
  ...texts: readonly string[]
): Promise<SecretsOfFile | undefined> {
  const filters = state(secretFilters);
  if (filters.size === 0 || placeholdersIn(filters, texts.join("\n")).length === 0) return undefined;
  return (await load()).createSecrets(path, filters);
}

interface Planning<T> {
  readonly path: string;
  readonly ctx: Session;
  /** The real text. */
  readonly text: string;
  /** Where the change has placeholders. */
  readonly secrets: SecretsOfFile | undefined;
  /** Plans on the real text, or on what is given. */
  plan(shown: ShownText | undefined): T;
  /** What a plan on the real text changes, where that may be less than whole lines. */
  splices?(plan: T): readonly TextSplice[];
}

/**
 * Plan a change on a text as it is, or, where the change has placeholders, as it was shown. What finds no place, or would cut
 * a hidden value in two, is planned on the shown text as well: what a model was not shown it neither changes by chance nor
 * learns from an error.
 */
export async function planOnShown<T>({ path, ctx, text, secrets, plan, splices }: Planning<T>): Promise<T> {
  const onShown = (shown: ShownText): T => {
    try {
      return plan(shown);
    } catch (error) {
      throw isMisplaced(error) ? shown.explain(error) : error;
    }
  };
  if (secrets) return onShown(secrets.show(text));
  const filters = ctx.state(secretFilters);
  const shown = async () => (filters.size === 0 ? undefined : (await load()).createSecrets(path, filters).show(text));
  try {
    const planned = plan(undefined);
    if (!splices || !cutsHidden(text, splices(planned), filters)) return planned;
  } catch (error) {
    if (!isMisplaced(error)) throw error;
    const hidden = await shown();
    if (!hidden?.hides) throw error;
    return onShown(hidden);
  }
  return onShown((await shown()) as ShownText);
}

/** True for the errors of an edit that has no certain place. */
export const isMisplaced = (error: unknown): error is ToolError =>
  ToolError.is(error) && (error.code === "no_match" || error.code === "ambiguous");

/** Characters around a change that are looked through for what is hidden there. */
const margin = 2_048;

/** Whether a change takes or makes a part of a hidden value, and not the whole. */
function cutsHidden(text: string, splices: readonly TextSplice[], filters: ReadonlySet<SecretFilter>): boolean {
  if (filters.size === 0) return false;
  const windows: { from: number; to: number; readonly splices: TextSplice[] }[] = [];
  for (const splice of splices) {
    const [from, to] = [Math.max(0, splice.start - margin), splice.end + margin];
    const last = windows.at(-1);
    if (last && from <= last.to) {
      last.to = to;
      last.splices.push(splice);
    } else windows.push({ from, to, splices: [splice] });
  }
  return windows.some((window) => {
    const hidden = [...filters].flatMap((filter) => filter.hidden(text.slice(window.from, window.to)));
    return window.splices.some(({ start, end }) =>
      hidden.some((part) => {
        const [from, to] = [window.from + part.start, window.from + part.end];
        return start < to && end > from && (start > from || end < to);
      }),
    );
  });
}
