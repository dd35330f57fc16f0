import type { PresetUntrustedText } from "@holdall/presets";
import * as z from "zod";

const kinds = ["recipient", "host", "command", "path", "code", "note", "value"] as const;

/** What text of others may decide without a question. */
export const untrustedTextSchema = z.union([
  z.boolean(),
  z.strictObject({
    grants: z
      .array(z.strictObject({ from: z.string().min(1), may_choose: z.array(z.enum(kinds)).min(1).optional() }))
      .optional(),
    links_of: z.array(z.string().min(1)).optional(),
    private_results: z.array(z.string().min(1)).optional(),
  }),
]);
export type UntrustedTextConfig = z.infer<typeof untrustedTextSchema>;

/** Whether a configuration asks at least as often as the default does. */
export const isStricter = (value: UntrustedTextConfig): boolean =>
  typeof value === "boolean" ? value : value.grants === undefined && value.links_of === undefined;

/** The option of presets for the key `untrusted_text`. */
export function untrustedTextOf(value: UntrustedTextConfig | undefined): PresetUntrustedText | false | undefined {
  if (typeof value !== "object") return value === false ? false : undefined;
  return {
    grants: value.grants?.map(({ from, may_choose }) => ({ from, mayChoose: may_choose })),
    linksOf: value.links_of,
    privateResults: value.private_results,
  };
}
