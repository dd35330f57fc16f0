const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

const colors: readonly (readonly [name: string, value: string])[] = [
  ["dk1", "1F2937"],
  ["lt1", "FFFFFF"],
  ["dk2", "4B5563"],
  ["lt2", "D1D5DB"],
  ["accent1", "1D4ED8"],
  ["accent2", "0F766E"],
  ["accent3", "B45309"],
  ["accent4", "7C3AED"],
  ["accent5", "BE123C"],
  ["accent6", "4D7C0F"],
  ["hlink", "1D4ED8"],
  ["folHlink", "6D28D9"],
];

const eastAsian: Readonly<Record<string, string>> = { ja: "Yu Gothic", zh: "Microsoft YaHei", ko: "Malgun Gothic" };

/** Colors and fonts of slides, which users change in one place. */
export function themeXml(lang: string): string {
  const fonts = `<a:latin typeface="Calibri"/><a:ea typeface="${eastAsian[lang] ?? ""}"/><a:cs typeface=""/>`;
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = (width: number): string => `<a:ln w="${width}">${fill}</a:ln>`;
  const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";
  return [
    `<a:theme ${a} name="Holdall"><a:themeElements><a:clrScheme name="Holdall">`,
    ...colors.map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`),
    `</a:clrScheme><a:fontScheme name="Holdall"><a:majorFont>${fonts}</a:majorFont><a:minorFont>${fonts}</a:minorFont></a:fontScheme>`,
    `<a:fmtScheme name="Holdall"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line(6350)}${line(12700)}${line(19050)}</a:lnStyleLst>`,
    `<a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
  ].join("");
}
