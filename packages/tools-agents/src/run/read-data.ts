import { explainRefusal, type Schema, toJsonSchema } from "@holdall/tool-core";

/** A report validated against a schema, or the problem with it. */
export type ReportData =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: string };

/** Read a report as JSON, with or without a fence around it, and check it. */
export async function readData(schema: Schema, report: string): Promise<ReportData> {
  const fenced = /^\s*```(?:json)?\n([\s\S]*?)\n```\s*$/.exec(report);
  let json: unknown;
  try {
    json = JSON.parse(fenced?.[1] ?? report);
  } catch {
    return { problem: "The report is not JSON." };
  }
  const checked = await schema["~standard"].validate(json);
  if (!checked.issues) return { value: checked.value };
  const { told } = await explainRefusal({ schema: toJsonSchema(schema), value: json, issues: checked.issues });
  return { problem: `The report does not fit its schema: ${told}.` };
}
