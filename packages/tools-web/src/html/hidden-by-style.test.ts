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
    ["nested rules", "article{color:#111; & .x{display:none}}", one],
    ["nested rules without a mark", "article{.x{&{display:none}}}", one],
    ["media", "@media screen and (min-width: 600px){.x{display:none}}", one],
    ["media in ranges", "@media (width >= 600px) and (not (hover: none)){.x{display:none}}", one],
    [
      "supports",
      "@supports (display:grid) and (not (foo:bar) ){.y{color:red}} @supports (display:grid){.x{display:none}}",
      one,
    ],
    ["layers", "@layer a, b; @layer b{.x{display:none}} @layer a{.x{display:block}}", one],
    ["weight", "p.x{display:none} .x{display:block}", one],
    ["importance", ".x{display:none!important} article p.x{display:block}", one],
    ["importance over the element's own", ".x{display:none !important}", "<p class=x style='display:block'>SECRET</p>"],
    ["escapes", ".\\78{d\\69splay:n\\6fne}", one],
    ["comments", ".x/**/{/*;*/display:/*}*/none/**/}", one],
    ["what a browser passes over", ".x{display:none;display:bogus;colour:}", one],
    ["a broken rule before", "@bogus;a(b{}c{}) x; .y{color:red} .x{display:none}", one],
    ["a sheet that does not end", ".y{color:red} .x{display:none", one],
    ["no document type", ".X{display:none}", one],
    ["visibility", ".x{visibility:hidden}", one],
    ["opacity", ".x{opacity:.02}", one],
    ["opacity in steps", ".y{opacity:.2}.x{opacity:20%}", `<div class=y>${one}</div>`],
    ["opacity worked out", ".x{opacity:calc(1 - 0.99)}", one],
    ["a small font", ".x{font-size:1px}", one],
    ["a small font by shares", ".y{font-size:2%}", `<div class=y><p>SECRET</p></div>`],
    ["the font shorthand", ".x{font:700 0/0 a}", one],
    ["white on white", ".x{color:#fff}", one],
    ["nearly white on white", "body{background:white}.x{color:rgb(250 252 251)}", one],
    ["a color by name on its background", ".x{background-color:ivory;color:#fffff0}", one],
    ["black on black", "body{background:#000;color:#eee}.x{color:black}", one],
    ["a color by hue", ".x{background:hsl(210 50% 40%);color:hsl(210,50%,40%)}", one],
    ["the color of a gradient", ".x{background:linear-gradient(#123456,#123457);color:#123456}", one],
    ["no color", ".x{color:transparent}", one],
    ["hardly any color", ".x{color:rgba(0,0,0,.02)}", one],
    ["the fill of text", ".x{-webkit-text-fill-color:white}", one],
    ["inherited color", ".y{color:#fefefe}", `<div class=y><div><p>SECRET</p></div></div>`],
    [
      "old attributes",
      "",
      "<font color=white>SECRET</font><table bgcolor=#ffffff><tr><td><font color='#FFFFFF'>SECRET</font></td></tr></table>",
    ],
    ["a clip", ".x{position:absolute;clip:rect(1px,1px,1px,1px)}", one],
    ["a clip path", ".x{clip-path:inset(50%)}", one],
    ["a circle of none", ".x{clip-path:circle(0 at 50% 50%)}", one],
    ["a polygon of none", ".x{clip-path:polygon(0 0, 0 0, 0 0)}", one],
    ["a place off screen", ".x{position:absolute;left:-9999px}", one],
    ["a place off screen in one word", ".x{position:fixed;inset:-300em auto auto}", one],
    ["a margin off screen", ".x{margin:-9999px 0 0}", one],
    ["an indent", ".x{text-indent:-999em}", one],
    ["an indent the other way", ".x{text-indent:100%;white-space:nowrap;overflow:hidden}", one],
    ["no height", ".x{max-height:0;overflow:hidden}", one],
    ["no width", ".x{width:1px;overflow:hidden clip}", one],
    ["no scale", ".x{transform:translate(10px) scale(0)}", one],
    ["no scale by a property", ".x{scale:0}", one],
    ["a turn", ".x{transform:rotateY(90deg)}", one],
    ["a way off", ".x{transform:translateX(-9999px)}", one],
    ["a filter", ".x{filter:grayscale(1) opacity(0)}", one],
    ["a blur", ".x{filter:blur(40px)}", one],
    ["content visibility", ".x{content-visibility:hidden}", one],
    ["variables", ":root{--d:none}.x{display:var(--d)}", one],
    ["a variable's other value", ".x{display:var(--nothing, var(--more, none))}", one],
    ["a variable of its own", ".x{color:var(--c)}", "<p class=x style='--c: #FFF'>SECRET</p>"],
    [
      "variables of colors",
      ":root{--paper:#fafafa;--ink:var(--paper)}body{background:var(--paper)}.x{color:var(--ink)}",
      one,
    ],
    ["a registered variable", "@property --d{syntax:'*';inherits:false;initial-value:none}.x{display:var(--d)}", one],
    ["an animation that ends so", "@keyframes go{to{opacity:0}}.x{animation:go 0s forwards}", one],
    ["a style element in the body", "", `<style>.x{display:none}</style>${one}`],
    ["an inline comment", "", "<p style='color:red;display:/**/none'>SECRET</p>"],
    ["an inline escape", "", "<p style='displa\\79:none'>SECRET</p>"],
    ["an inline variable", "", "<div style='--v:hidden'><p style='visibility:var(--v)'>SECRET</p></div>"],
    ["what is written for a picture", ".x{opacity:0}", "<img class=x src=a.png alt=SECRET title=SECRET>"],
    [
      "what is written for a link",
      ".x{visibility:hidden}",
      "<a class=x href=/SECRET title=SECRET aria-label=SECRET>SECRET</a>",
    ],
    ["what is written for a link in white", ".x{color:#fff}", "<a class=x href=/a title=SECRET>SECRET</a>"],
    ["a popover", "", "<div popover>SECRET</div>"],
  ])("by %s", async (name, css, markup) => {
    const html = pageOf(css, markup);
    const { words } = await read(name === "no document type" ? html.replace("<!doctype html>", "") : html);
    expect(words).not.toContain("SECRET");
    expect(words).toContain("Herons");
  });

  test("what is in the color of its background is told, and so is what a page hides until its script runs", async () => {
    expect((await read(pageOf(".x{color:#fff}", one))).notes).toContain(
      "6 characters in the color of their background",
    );
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
    ["white on black", "body{background:#111;color:#eee}.x{color:#fff}", shown],
    ["white on a dark box", ".y{background:#036;color:#fff}", `<div class=y>${shown}</div>`],
    ["white on dark variables", ":root{--bg:#0b0b0b;--fg:#fafafa}body{background:var(--bg);color:var(--fg)}", shown],
    ["white on a picture", ".y{background:url(a.jpg)}.x{color:#fff}", `<div class=y>${shown}</div>`],
    [
      "white on a gradient",
      ".y{background-image:linear-gradient(#000,#333);color:#fff}",
      `<div class=y>${shown}</div>`,
    ],
    ["white over a picture beside it", ".x{position:relative;color:#fff}", `<div><img src=a.jpg alt=a>${shown}</div>`],
    ["white with a shadow", ".x{color:#fff;text-shadow:0 0 2px #000}", shown],
    [
      "filled by its background",
      ".x{background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent}",
      shown,
    ],
    ["in a color nobody knows", ".x{color:color-mix(in srgb, white, white)}", shown],
    ["gray on white", ".x{color:#ddd}", shown],
    [
      "links in white text",
      ".y{color:#fff}",
      "<p>Some plain words. <span class=y>gone <a href=/a>SHOWN</a></span></p>",
    ],
    ["dark by the browser's own colors", ":root{color-scheme:light dark}.x{color:#fff}", shown],
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

  test("white on what a sheet elsewhere may have made dark, but not on a white box of the page's own", async () => {
    const link = "<link rel=stylesheet href=a.css>";
    expect((await read(pageOf(".x{color:#fff}", shown, link))).words).toContain("SHOWN");
    expect((await read(pageOf("body{background:#fff}.x{color:#fff}", shown, link))).words).toContain("SHOWN");
    expect((await read(pageOf(".x{color:#fff;background:#fff}", one, link))).words).not.toContain("SECRET");
    const printed = "<link rel=stylesheet media=print href=a.css>";
    expect((await read(pageOf(".x{color:#fff}", one, printed))).words).not.toContain("SECRET");
  });

  test("where most of a page seems to be in the color of its background", async () => {
    const { words, notes } = await read(pageOf("article{color:#fff}", shown));
    expect(words).toContain("SHOWN");
    expect(notes).toContain("seems to have the color of its background");
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
    ["rules for everything", times("*{color:red}", 20_000)],
    ["long chains", times(`${"div ".repeat(200)}.a{color:red}`, 300)],
    ["chains that nearly fit", times("article p i, * * * * * * * > b > i{color:red}", 2_000)],
    ["siblings", times(".a ~ .b ~ .c ~ .none{color:red} .a ~ .none ~ .c{color:red}", 500)],
    ["what is inside", times("article:has(b) .a, :has(.none){color:red}", 500)],
    ["places among others", times(".a:nth-of-type(2n+1):nth-last-of-type(7){color:red}", 2_000)],
    ["nested negations", `.a${times(":not(", 5_000)}.b${times(")", 5_000)}{color:red}`],
    ["nested rules", `${"& &{".repeat(40)}color:red${"}".repeat(40)}`],
    [
      "variables of variables",
      `.a{--v0:x;${Array.from({ length: 60 }, (_, i) => `--v${i + 1}:var(--v${i}) var(--v${i});`).join("")}color:var(--v60)}`,
    ],
    ["many variables", `:root{${Array.from({ length: 20_000 }, (_, i) => `--v${i}:${i};`).join("")}}`],
    ["conditions in conditions", `@media ${times("(", 20_000)}color${times(")", 20_000)}{.a{color:red}}`],
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
    const { notes } = await read(pageOf(".y{color:red}".repeat(40_000), ""));
    expect(notes).toContain("Not all of its style sheets were read");
  });
});
