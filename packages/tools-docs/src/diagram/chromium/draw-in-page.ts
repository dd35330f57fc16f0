interface Mermaid {
  initialize(config: object): void;
  render(id: string, code: string): Promise<{ svg: string }>;
  readonly mermaidAPI: { getConfig(): { readonly themeVariables?: { readonly background?: string } } };
}

export interface PageDrawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly hasPictures: boolean;
}

/**
 * Draw a diagram with mermaid, and write its styles as attributes: other programs that show an SVG know no style sheets or
 * HTML. Runs in a page, as text: it may use nothing from outside of itself.
 */
export async function drawInPage(code: string, fontFamily: string): Promise<PageDrawing> {
  const { mermaid } = globalThis as unknown as { mermaid: Mermaid };
  // What mermaid names at random, such as commits, has the same name each time.
  let seed = 1;
  Math.random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    deterministicIds: true,
    fontFamily,
    themeVariables: { fontFamily },
  });
  document.body.innerHTML = (await mermaid.render("d", code)).svg;
  const { themeVariables } = mermaid.mermaidAPI.getConfig();
  const root = document.querySelector("svg");
  if (!root) throw new Error("there is no drawing");
  const box = root.viewBox.baseVal;
  const width = Math.ceil(box?.width || root.getBoundingClientRect().width);
  const height = Math.ceil(box?.height || root.getBoundingClientRect().height);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  root.style.maxWidth = "none";

  // Words in HTML become text at the same places, a line each.
  const make = (name: string): Element => document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const html of root.querySelectorAll("foreignObject")) {
    const parent = html.parentNode as SVGGraphicsElement;
    const toUser = parent.getScreenCTM()?.inverse();
    const words = document.createTreeWalker(html, NodeFilter.SHOW_TEXT);
    const group = make("g");
    for (const element of html.querySelectorAll("*")) {
      const { backgroundColor } = getComputedStyle(element);
      const { left, top, right, bottom } = element.getBoundingClientRect();
      if (backgroundColor === "rgba(0, 0, 0, 0)" || right === left || !toUser) continue;
      const start = new DOMPoint(left, top).matrixTransform(toUser);
      const end = new DOMPoint(right, bottom).matrixTransform(toUser);
      const area = make("rect") as SVGRectElement;
      for (const [name, value] of Object.entries({
        x: start.x,
        y: start.y,
        width: end.x - start.x,
        height: end.y - start.y,
      }))
        area.setAttribute(name, String(Math.round(value * 100) / 100));
      Object.assign(area.style, { fill: backgroundColor, stroke: "none" });
      group.append(area);
    }
    for (let node = words.nextNode(); node && toUser; node = words.nextNode()) {
      const style = getComputedStyle(node.parentElement as Element);
      const lines = new Map<number, { text: string; left: number; bottom: number; height: number }>();
      const range = document.createRange();
      for (let at = 0; at < (node.nodeValue ?? "").length; at++) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const place = range.getClientRects()[0];
        if (!place || place.width === 0) continue;
        const key = Math.round(place.top);
        const line = lines.get(key) ?? { text: "", left: place.left, bottom: place.bottom, height: place.height };
        lines.set(key, { ...line, text: line.text + range.toString() });
      }
      for (const { text, left, bottom, height: tall } of lines.values()) {
        const line = make("text");
        const { x, y } = new DOMPoint(left, bottom - tall * 0.22).matrixTransform(toUser);
        line.setAttribute("x", String(Math.round(x * 100) / 100));
        line.setAttribute("y", String(Math.round(y * 100) / 100));
        line.setAttribute("data-html", `${style.color};${style.fontSize};${style.fontWeight};${style.fontStyle}`);
        line.textContent = text.replace(/\s+/g, " ");
        group.append(line);
      }
    }
    html.replaceWith(group);
  }
  for (const line of root.querySelectorAll<SVGTextElement>("text[data-html]")) {
    const [fill = "", fontSize = "", fontWeight = "", fontStyle = ""] = line.dataset.html?.split(";") ?? [];
    line.removeAttribute("data-html");
    Object.assign(line.style, { fill, fontSize, fontWeight, fontStyle, textAnchor: "start", stroke: "none" });
  }

  const inherited = [
    "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin",
    "font-family font-size font-style font-weight text-anchor visibility paint-order letter-spacing",
  ]
    .join(" ")
    .split(" ");
  const own = { opacity: "1", display: "inline", "dominant-baseline": "auto", "stop-color": "rgb(0, 0, 0)" };
  const markers = { "marker-start": "none", "marker-mid": "none", "marker-end": "none" };
  const isColor = new Set(["fill", "stroke", "stop-color"]);
  const all = [root, ...root.querySelectorAll<SVGElement>("*")];
  const values = all.map((element) => {
    const style = getComputedStyle(element);
    const above = element === root ? undefined : getComputedStyle(element.parentElement as Element);
    const found: [string, string][] = [];
    for (const name of inherited) {
      const value = style.getPropertyValue(name);
      if (value !== above?.getPropertyValue(name)) found.push([name, value]);
    }
    for (const [name, normal] of Object.entries({ ...own, ...markers })) {
      const value = style.getPropertyValue(name);
      if (value !== normal && !(name === "display" && value !== "none")) found.push([name, value]);
    }
    const moved = style.transform !== "none" && !element.hasAttribute("transform") ? style.transform : "";
    return moved ? [...found, ["transform", moved] as [string, string]] : found;
  });
  // Other programs read colors with an opacity of their own as plain ones, so it becomes an attribute.
  const colorOf = (value: string): [string, number] => {
    const [, red, green, blue, alpha = "1"] =
      /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(value) ?? ([] as string[]);
    const two = (part = "0"): string => Number(part).toString(16).padStart(2, "0");
    return red === undefined ? [value, 1] : [`#${two(red)}${two(green)}${two(blue)}`, Number(alpha)];
  };
  for (const [at, element] of all.entries()) {
    for (const name of element.getAttributeNames())
      if (/^on|^(?:style|class)$/.test(name)) element.removeAttribute(name);
    for (const [name, value] of values[at] ?? []) {
      const [written, alpha] = isColor.has(name) ? colorOf(value) : [value, 1];
      element.setAttribute(name, written.replace(/url\("?[^#)]*(#[^")]*)"?\)/, "url($1)"));
      if (alpha < 1 && name !== "stop-color") element.setAttribute(`${name}-opacity`, String(alpha));
    }
  }
  const hasPictures = root.querySelector("image") !== null;
  for (const element of root.querySelectorAll("style, script, image, iframe, animate, animateTransform, set"))
    element.remove();
  for (const link of root.querySelectorAll("a")) {
    const group = make("g");
    for (const { name, value } of link.attributes)
      if (!/href|^(?:target|rel)$/.test(name)) group.setAttribute(name, value);
    group.append(...link.childNodes);
    link.replaceWith(group);
  }
  for (const element of root.querySelectorAll("[href], [*|href]"))
    for (const { name, value } of [...element.attributes])
      if (/(?:^|:)href$/.test(name) && !value.startsWith("#")) element.removeAttribute(name);
  const background = make("rect");
  for (const [name, value] of Object.entries({ x: box.x, y: box.y, width: box.width, height: box.height }))
    background.setAttribute(name, String(value));
  background.setAttribute("fill", themeVariables?.background ?? "#ffffff");
  background.setAttribute("stroke", "none");
  root.prepend(background);
  const svg = new XMLSerializer().serializeToString(root);
  document.body.innerHTML = svg;
  return { svg, width, height, hasPictures };
}
