import { expect, test } from "vitest";
import { play } from "../_mail.fixture.ts";
import { renderTemplate } from "./render-template.ts";

const values = {
  name: "Ann <b>&\"'",
  order: { id: 7, paid: false },
  lines: [
    { what: "Pen", price: "1.20" },
    { what: "Ink", price: "3.00" },
  ],
  tags: ["a", "b"],
};

test("fields, nested fields and lists, escaped for where they go", () => {
  const template =
    "Hi {{name}}, {{ order.id }} {{order.paid}}:{{#each lines}} {{what}}={{price}} ({{order.id}}){{/each}} {{#each tags}}[{{this}}]{{/each}}";
  const rest = " 7 false: Pen=1.20 (7) Ink=3.00 (7) [a][b]";
  expect(renderTemplate(template, values, "text")).toBe(`Hi Ann <b>&"',${rest}`);
  expect(renderTemplate(template, values, "html")).toBe(`Hi Ann &lt;b&gt;&amp;&quot;&#39;,${rest}`);
});

test("all that is missing is named at once; nothing inherited is printed", () => {
  const run = () =>
    renderTemplate("{{constructor}}{{a}}{{order.toString}}{{#each b}}{{/each}}{{lines}}{{__proto__}}", values, "text");
  expect(run).toThrow("constructor, a, order.toString, b, lines, __proto__");
});

test("a value cannot add a line to a header, and is never a template itself", () => {
  expect(() => renderTemplate("{{x}}", { x: "a\r\nBcc: evil@x.com" }, "header")).toThrow(/invalid values for: x/);
  expect(renderTemplate("{{x}}", { x: "{{name}}$&" }, "text")).toBe("{{name}}$&");
});

test.each([
  "{{#each a}}",
  "{{/each}}",
  "{{{raw}}}",
  "{{a b}}",
  "{{#if a}}",
  "{{>part}}",
  "{{}}",
  "{{#each a}}".repeat(6),
])("%s is not a template", (template) => {
  expect(() => renderTemplate(template, { a: [] }, "text")).toThrow(/cannot be read|invalid values/);
});

test("lists in lists end at the limit", () => {
  const a = Array.from({ length: 1000 }, (_, i) => i);
  expect(() => renderTemplate("{{#each a}}{{#each a}}{{#each a}}x{{/each}}{{/each}}{{/each}}", { a }, "text")).toThrow(
    /would produce more/,
  );
});

test("a mail from a template of the configuration, and from another language", async () => {
  const templates = { order: { subject: "Order {{id}}", body: "Hi {{name}}", html: "<p>{{name}}</p>" } };
  const at = play({ email: { templates } });
  const draft = await at.compose({
    template: "order",
    values: { id: 7, name: "<Ann>" },
    subject: undefined,
    body: undefined,
  });
  await at.send(draft);
  expect(at.deliveries[0]?.text).toMatch(/Subject: Order 7\r\n[\s\S]*Hi <Ann>[\s\S]*<p>&lt;Ann&gt;<\/p>/);
  await expect(at.compose({ template: "order", subject: undefined, body: undefined })).rejects.toThrow("id");
  await expect(at.compose({ template: "toString" })).rejects.toMatchObject({ code: "not_found" });
  const other = play({
    email: { templates, render: (text, { id }, context) => `${context}:${text.length}:${String(id)}` },
  });
  await other.send(await other.compose({ template: "order", values: { id: 1 }, body: undefined, subject: undefined }));
  expect(other.deliveries[0]?.text).toContain("Subject: header:12:1");
});
