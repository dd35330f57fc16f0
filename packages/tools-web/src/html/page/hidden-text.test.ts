import { describe, expect, test } from "vitest";
import { readPage } from "./read-page.ts";

const url = "https://example.org/a/b.html";
const prose = "A sentence about herons, which is long enough to count as a paragraph of its own in here. ".repeat(6);

/** A page with a style sheet of its own around some markup. */
const pageOf = (css: string, markup: string, head = "") =>
  `<!doctype html><html><head><title>T</title><style>${css}</style>${head}</head><body><article><h1>Herons</h1><p>${prose}</p>${markup}<p>${prose}</p></article></body></html>`;

async function read(html: string) {
  const page = await readPage(html, { url });
  return { words: [page.markdown, page.text, page.html].join(), notes: page.notes.join(" ") };
}

const one = "<p class=x>SECRET</p>";

describe("a style sheet hides text", () => {
  test.each([
    ["a class", ".x{display:none}", one],
    ["an id", "#x{display:none}", "<p id=x>SECRET</p>"],
    ["a tag", "aside{display:none}", "<aside>SECRET</aside>"],
    ["an attribute", "[data-role=note]{display:none}", "<p data-role=note>SECRET</p>"],
    ["the start of an attribute", "p[class^=zz]{display:none}", "<p class=zz-1>SECRET</p>"],
    ["what is inside something", "article > div .x{display:none}", `<div>${one}</div>`],
    [
      "what comes behind something",
      "h2 + p, h3 ~ p{display:none}",
      "<h2>a</h2><p>SECRET</p><h3>b</h3><i>c</i><p>SECRET</p>",
    ],
    ["a list of selectors", ".a, .x, .b{display:none}", one],
    ["the body it does not write", "body .x{display:none}", one],
    ["a place among others", "li:nth-child(2n){display:none}", "<ul><li>a</li><li>SECRET</li><li>c</li></ul>"],
    ["not", "p:not(.shown, :hover).x{display:none}", one],
    ["is and where", ":is(article, main) :where(.x){display:none}", one],
    ["a list with what no browser knows", ":is(.x, :bogus(a), ::before){display:none}", one],
    ["what only jQuery would lift", ".x{display:none} .x:contains('S'), .x:parent, .x[id!=a]{display:block}", one],
    ["a place among some", "li:nth-child(1 of .x){display:none}", "<ul><li>a</li><li class=x>SECRET</li></ul>"],
    ["has", "p:has(> b){display:none}", "<p>SECRET <b>SECRET</b></p>"],
    ["nested rules", "article{opacity:1; & .x{display:none}}", one],
    ["nested rules without a mark", "article{.x{&{display:none}}}", one],
    ["media", "@media screen{.x{display:none}}", one],
    ["media where something is shown elsewhere", ".x{display:none} @media print{.x{display:block}}", one],
    ["layers", "@layer a, b; @layer b{.x{display:none}} @layer a{.x{display:block}}", one],
    ["weight", "p.x{display:none} .x{display:block}", one],
    ["importance", ".x{display:none!important} article p.x{display:block}", one],
    ["importance over the element's own", ".x{display:none !important}", "<p class=x style='display:block'>SECRET</p>"],
    ["escapes", ".\\78{d\\69splay:n\\6fne}", one],
    ["comments", ".x/**/{/*;*/display:/*}*/none/**/}", one],
    ["what a browser passes over", ".x{display:none;display:bogus;colour:}", one],
    ["a broken rule before", "@bogus;a(b{}c{}) x; .y{opacity:1} .x{display:none}", one],
    ["a sheet that does not end", ".y{opacity:1} .x{display:none", one],
    ["no document type", ".X{display:none}", one],
    ["visibility", ".x{visibility:hidden}", one],
    ["opacity", ".x{opacity:.02}", one],
    ["opacity in steps", ".y{opacity:.2}.x{opacity:20%}", `<div class=y>${one}</div>`],
    ["opacity worked out", ".x{opacity:calc(1 - 0.99)}", one],
    ["a small font", ".x{font-size:1px}", one],
    ["a small font by shares", ".y{font-size:2%}", `<div class=y><p>SECRET</p></div>`],
    ["the font shorthand", ".x{font:700 0/0 a}", one],
    ["a clip", ".x{position:absolute;clip:rect(1px,1px,1px,1px)}", one],
    ["a clip path", ".x{clip-path:inset(50%)}", one],
    ["a circle of none", ".x{clip-path:circle(0 at 50% 50%)}", one],
    ["a place off screen", ".x{position:absolute;left:-9999px}", one],
    ["a place off screen in one word", ".x{position:fixed;inset:-300em auto auto}", one],
    ["a margin off screen", ".x{margin:-9999px 0 0}", one],
    ["an indent", ".x{text-indent:-999em}", one],
    ["an indent the other way", ".x{text-indent:100%;white-space:nowrap;overflow:hidden}", one],
    ["no height", ".x{max-height:0;overflow:hidden}", one],
    ["no width", ".x{width:1px;overflow:hidden clip}", one],
    ["content visibility", ".x{content-visibility:hidden}", one],
    ["variables", ":root{--d:none}.x{display:var(--d)}", one],
    ["a variable's other value", ".x{display:var(--nothing, var(--more, none))}", one],
    ["a style element in the body", "", `<style>.x{display:none}</style>${one}`],
    ["an inline comment", "", "<p style='opacity:1;display:/**/none'>SECRET</p>"],
    ["an inline escape", "", "<p style='displa\\79:none'>SECRET</p>"],
    ["an inline variable", "", "<div style='--v:hidden'><p style='visibility:var(--v)'>SECRET</p></div>"],
    ["what is written for a picture", ".x{opacity:0}", "<img class=x src=a.png alt=SECRET title=SECRET>"],
    [
      "what is written for a link",
      ".x{visibility:hidden}",
      "<a class=x href=/SECRET title=SECRET aria-label=SECRET>SECRET</a>",
    ],
    ["a popover", "", "<div popover>SECRET</div>"],
  ])("by %s", async (name, css, markup) => {
    const html = pageOf(css, markup);
    const { words } = await read(name === "no document type" ? html.replace("<!doctype html>", "") : html);
    expect(words).not.toContain("SECRET");
    expect(words).toContain("Herons");
  });

  test("what a page hides until its script runs is taken as visible and told", async () => {
    const waiting = pageOf("article{opacity:0}", "", "<script src=a.js></script>");
    const { words, notes } = await read(waiting);
    expect(words).toContain("herons");
    expect(notes).toContain("until its scripts run");
  });

  test("in more levels than pages have", async () => {
    const deep = `${"<div>".repeat(400)}<p hidden>SECRET</p>${one}${"</div>".repeat(400)}`;
    expect((await read(pageOf(".x{display:none}", deep))).words).not.toContain("SECRET");
  });

  test("outside of the body, which is where a browser puts it", async () => {
    const page = pageOf(".dark .x{display:none}", "").replace("<body>", "<body class=dark>");
    expect((await read(page + one)).words).not.toContain("SECRET");
    expect((await read(page.replace("<html>", `<html>${one}`))).words).not.toContain("SECRET");
  });

  test("more than the page shows, without a script that would show it", async () => {
    const html = `<!doctype html><style>.x{display:none}</style><p>${"Plainly seen. ".repeat(10)}</p><div class=x>${"SECRET words. ".repeat(200)}</div>`;
    expect((await read(html)).words).not.toContain("SECRET");
  });
});

const shown = "<p class=x>SHOWN</p>";

describe("text stays", () => {
  test.each([
    ["in another medium", "@media print{.x{display:none}}", shown],
    ["on a wide screen only", "@media screen and (min-width:600px){.x{display:none}}", shown],
    ["where a wide screen shows it", ".x{display:none} @media (width >= 600px){.x{display:block}}", shown],
    ["where a feature of the browser shows it", ".x{opacity:0} @supports (display:grid){.x{opacity:1}}", shown],
    ["on a small screen only", "@media (max-width:600px){.x{display:none}}", shown],
    ["in the dark only", "@media (prefers-color-scheme:dark){.x{display:none}}", shown],
    ["under a pointer only", ".x:hover, .x:focus{display:none}", shown],
    ["with scripts only", ".js .x{display:none}", shown],
    ["in a part of an element", ".x::before, .x::after{display:none}", shown],
    ["by weight", "#x{display:block} .x{display:none}", "<p class=x id=x>SHOWN</p>"],
    ["by order", ".x{display:none} .x{display:block}", shown],
    ["outside of layers", ".x{display:block} @layer a{.x{display:none}}", shown],
    ["by its own style", ".x{display:none}", "<p class=x style='display:block'>SHOWN</p>"],
    ["where it is visible again", ".y{visibility:hidden}.x{visibility:visible}", `<div class=y>${shown}</div>`],
    ["where its font is larger again", ".y{font-size:0}.x{font-size:1rem}", `<div class=y>${shown}</div>`],
    ["a box kept open by its padding", ".x{height:0;padding-bottom:56%;overflow:hidden}", shown],
    ["a box with its least height", ".x{max-height:0;min-height:2em;overflow:hidden}", shown],
    ["moved a little", ".x{position:absolute;left:-20px;transform:translate(-50%,-50%);text-indent:-1em}", shown],
    [
      "an animation that ends so",
      "@keyframes in{from{opacity:0}to{opacity:1}}.x{opacity:0;animation:in 1s both}",
      shown,
    ],
    ["closed details", "", "<details><summary>More</summary>SHOWN</details>"],
    ["a rule that is none", ".x:bogus(, {display:none} .x{display:bogus;display:}", shown],
    ["a circle of variables", ".x{--a:var(--b);--b:var(--a);display:var(--a)}", shown],
    ["a variable without a value", ".x{display:var(--nothing)}", shown],
  ])("%s", async (_, css, markup) => {
    expect((await read(pageOf(css, markup))).words).toContain("SHOWN");
  });
});

describe("hostile style sheets take time by their length only", () => {
  /** The long run is ten times as much of everything. */
  const scale = process.env.HOLDALL_STRESS ? 1 : 0.1;
  const times = (text: string, count: number) => text.repeat(Math.ceil(count * scale));
  const many = Array.from({ length: 3_000 * scale }, (_, i) => `<p class="a b c x${i}"><i>t</i></p>`).join("");
  test.each([
    ["blocks that do not end", times("a{", 100_000)],
    ["brackets that do not end", times(".x{width:calc((", 50_000)],
    ["ends without a beginning", times("}", 500_000)],
    ["rules for everything", times("*{opacity:1}", 20_000)],
    ["long chains", times(`${"div ".repeat(200)}.a{opacity:1}`, 300)],
    ["chains that nearly fit", times("article p i, * * * * * * * > b > i{opacity:1}", 2_000)],
    ["siblings", times(".a ~ .b ~ .c ~ .none{opacity:1} .a ~ .none ~ .c{opacity:1}", 500)],
    ["what is inside", times("article:has(b) .a, :has(.none){opacity:1}", 500)],
    ["places among others", times(".a:nth-of-type(2n+1):nth-last-of-type(7){opacity:1}", 2_000)],
    ["nested negations", `.a${times(":not(", 5_000)}.b${times(")", 5_000)}{opacity:1}`],
    ["nested rules", `${"& &{".repeat(40)}opacity:1${"}".repeat(40)}`],
    [
      "variables of variables",
      `.a{--v0:x;${Array.from({ length: 60 }, (_, i) => `--v${i + 1}:var(--v${i}) var(--v${i});`).join("")}color:var(--v60)}`,
    ],
    ["many variables", `:root{${Array.from({ length: 20_000 }, (_, i) => `--v${i}:${i};`).join("")}}`],
    ["conditions in conditions", `@media ${times("(", 20_000)}color${times(")", 20_000)}{.a{opacity:1}}`],
    ["sums in sums", `.a{width:calc(${times("(", 900)}1px${times(")", 900)})}`],
    ["strings", `.a{content:"${times("\\", 300_000)}`],
  ])("%s", { timeout: 30_000 }, async (_, css) => {
    const before = process.cpuUsage();
    const { words } = await read(pageOf(css, many));
    expect(words).toContain("Herons");
    // Milliseconds of this process alone, whatever else runs.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });

  test("what goes beyond what is read is told", async () => {
    const { notes } = await read(pageOf(".y{opacity:1}".repeat(40_000), ""));
    expect(notes).toContain("Not all of its style sheets were read");
  });
});
