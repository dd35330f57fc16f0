import type { Access } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { permissions } from "../permissions.ts";
import { compileRecipientRule } from "./recipient-rule.ts";
import { parseRule } from "./rule.ts";
import { suggestRules } from "./suggest/suggest-rules.ts";

const allows = (specifier: string, target: string) => compileRecipientRule(specifier, { ignoreCase: false })(target);

test.each([
  ["to:ann@example.com", "mailto:ann@example.com"],
  ["to:ann@EXAMPLE.com", "mailto:ann@example.com"],
  ["to:*@example.com", "mailto:ann+news@example.com"],
  ["to:*@*.example.com", "mailto:ann@mail.example.com"],
  ["to:*@bücher.example", "mailto:ann@xn--bcher-kva.example"],
  ["channel:ops", "slack:ops"],
  ["channel:*", "telegram:alerts"],
])("%s means %s", (specifier, target) => {
  expect(allows(specifier, target)).toBe(true);
});

test.each([
  ["to:*@example.com", "mailto:ann@example.com.evil.test"],
  ["to:*@example.com", "mailto:ann@notexample.com"],
  ["to:*@example.com", "mailto:ann@mail.example.com"],
  ["to:*@*.example.com", "mailto:ann@example.com"],
  ["to:*@example.com", "mailto:ann@evil.test,b@example.com"],
  ["to:*@example.com", "mailto:<evil@evil.test>@example.com"],
  ["to:*@example.com", "mailto:ann@example.com\r\nRCPT TO:<evil@evil.test>"],
  ["to:*@example.com", "slack:ann@example.com"],
  ["to:ann@example.com", "mailto:Ann@example.com"],
  ["channel:ops", "slack:ops-private"],
  ["channel:*", "mailto:ann@example.com"],
])("%s does not mean %s", (specifier, target) => {
  expect(allows(specifier, target)).toBe(false);
});

test("a rule that denies meets any spelling of the part before the @", () => {
  const denies = compileRecipientRule("to:ann@example.com", { ignoreCase: true });
  expect(denies("mailto:ANN@example.com")).toBe(true);
});

test("a message to several needs a rule for each of them", () => {
  const tool = { name: "send_email", title: "Send email", category: "messages", hints: {} } as never;
  const { explain } = permissions({ rules: [{ allow: ["send_email(to:*@example.com)"] }], roots: [] });
  const effectOf = (target: string) => {
    const access: Access = { action: "message", target };
    return explain({ tool, input: {}, access }).effect;
  };
  expect(effectOf("mailto:ann@example.com")).toBe("allow");
  expect(effectOf("mailto:eve@evil.test")).not.toBe("allow");
});

test("a database is allowed by its name, and a suggestion says so", () => {
  const tool = { name: "query_data", title: "Query data", category: "data", hints: {} } as never;
  const effectOf = (rule: string, target: string) =>
    permissions({ rules: [{ allow: [rule] }], roots: [] }).explain({
      tool,
      input: {},
      access: { action: "network", target },
    }).effect;
  const [rule = ""] = suggestRules({ access: [{ action: "network", target: "database:shop" }] });
  expect(rule).toBe("query_data(database:shop)");
  expect(effectOf(rule, "database:shop")).toBe("allow");
  for (const target of ["database:shop2", "database:shop.example.com", "https://database/shop", "shop"])
    expect(effectOf(rule, target), target).not.toBe("allow");
  expect(() => parseRule("query_data(shop)")).toThrow(/does not accept/);
});

test("a specifier that names nobody is refused with what to write", () => {
  for (const text of ["send_email(ann@example.com)", "send_email(to:example.com)", "send_message(channel:)"])
    expect(() => parseRule(text)).toThrow(/does not name a recipient/);
  expect(parseRule("stock_quote(provider:twelve-data)")).toMatchObject({ action: "spend" });
  expect(() => parseRule("stock_quote(AAPL)")).toThrow(/does not name a provider/);
});
