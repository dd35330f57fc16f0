import type { TextSplice } from "../../text/lines.ts";
import { attribute, below, type XmlElement } from "../container/xml.ts";

/** Tell programs to calculate all formulas when they open the workbook. Empty where that is said already. */
export function calculateOnLoad(source: string, root: XmlElement): TextSplice[] {
  const settings = [...below(root, "calcPr")][0];
  if (settings) {
    if (/^(?:1|true)$/.test(attribute(settings, "fullCalcOnLoad") ?? "")) return [];
    const open = source.slice(settings.start, settings.openEnd).replace(/\sfullCalcOnLoad=(?:"[^"]*"|'[^']*')/, "");
    return [
      { start: settings.start, end: settings.openEnd, text: open.replace(/(\s*\/?>)$/, ' fullCalcOnLoad="1"$1') },
    ];
  }
  // Its place in the schema is behind these, of which `sheets` is always there.
  const before = [...below(root, "sheets", "functionGroups", "externalReferences", "definedNames")].at(-1);
  if (!before) return [];
  const prefix = /^<([\w.-]+:)?/.exec(source.slice(before.start, before.openEnd))?.[1] ?? "";
  return [{ start: before.end, end: before.end, text: `<${prefix}calcPr fullCalcOnLoad="1"/>` }];
}

/** Take cells out of the order of calculation. Undefined if nothing would be left of it. */
export function withoutCells(
  source: string,
  root: XmlElement,
  sheetId: string,
  refs: ReadonlySet<string>,
): TextSplice[] | undefined {
  const entries = [...below(root, "c")];
  let sheet = "";
  const splices: TextSplice[] = [];
  let isMoved = false;
  for (const entry of entries) {
    const own = attribute(entry, "i");
    // An entry without a sheet is on that of the entry in front of it.
    sheet = own ?? sheet;
    if (sheet === sheetId && refs.has(attribute(entry, "r") ?? "")) {
      splices.push({ start: entry.start, end: entry.end, text: "" });
      isMoved ||= own !== undefined;
    } else {
      if (isMoved && own === undefined) {
        const open = source.slice(entry.start, entry.openEnd).replace(/(\s*\/?>)$/, ` i="${sheet}"$1`);
        splices.push({ start: entry.start, end: entry.openEnd, text: open });
      }
      isMoved = false;
    }
  }
  return splices.filter(({ text }) => text === "").length === entries.length ? undefined : splices;
}
