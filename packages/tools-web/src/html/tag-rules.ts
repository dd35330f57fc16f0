const names = (list: string) => new Set(list.split(" "));

/** Elements without content or end tag. */
export const voidTags = names(
  "area base br col embed hr img input link meta param source track wbr basefont frame keygen",
);

/** Elements that begin on a line of their own. */
export const blockTags = names(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
    "frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table tbody " +
    "td tfoot th thead tr ul video audio iframe",
);

/** Elements whose content is text up to their end tag. */
export const rawTags = names("script style textarea title xmp iframe noembed noframes");

/** Block elements whose start ends an open paragraph. */
export const endsParagraph = names(
  "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hgroup hr li main menu nav ol p pre search section summary table ul xmp",
);

/** What a start tag ends when it is still open, and the elements beyond which it does not look. */
export const endsSibling: Readonly<Record<string, readonly [ends: ReadonlySet<string>, within: ReadonlySet<string>]>> =
  {
    li: [names("li"), names("ul ol menu dir table td th blockquote section article")],
    dt: [names("dt dd"), names("dl table td th ul ol")],
    dd: [names("dt dd"), names("dl table td th ul ol")],
    td: [names("td th"), names("tr table")],
    th: [names("td th"), names("tr table")],
    tr: [names("tr caption colgroup"), names("table tbody thead tfoot")],
    tbody: [names("tbody thead tfoot caption colgroup"), names("table")],
    thead: [names("tbody thead tfoot caption colgroup"), names("table")],
    tfoot: [names("tbody thead tfoot caption colgroup"), names("table")],
    option: [names("option"), names("select optgroup datalist")],
    a: [names("a"), names("td th table button object")],
    rt: [names("rt rp"), names("ruby")],
    rp: [names("rt rp"), names("ruby")],
  };

/** Elements that an end tag of something outside them does not close. */
export const scopes = names("table td th caption template object button");
export const paragraphScopes = names("table td th caption template object button li dd");
