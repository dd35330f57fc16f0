import { expect, test } from "vitest";
import { createToolIndex } from "./ranking/tool-index.ts";

const tool = (name: string, description: string) => ({ name, description, namespace: "net" });
const index = createToolIndex([
  tool("ip_address", "Show the addresses of this machine's network cards."),
  tool("check_ip_validity", "Check whether an IP address is valid: version 4 and version 6."),
  tool("follow_up", "Send a reminder after a meeting."),
  tool("search", "Search the web."),
  tool("send-mail", "Send an e-mail."),
  tool("create_issue", "Open a ticket."),
]);
const find = (query: string) =>
  index.search(query, { limit: 6 }).map(({ document, ...hit }) => ({ ...hit, name: document.name }));
const exact = (query: string) => find(query).flatMap(({ name, matched }) => (matched === "exact" ? [name] : []));

test("a name that prose happens to say is not a call by name", () => {
  const [first, second] = find("Check if the IP address 10.0.0.7 is valid");
  expect(first).toMatchObject({ name: "check_ip_validity", matched: "keyword" });
  expect(second).toMatchObject({ name: "ip_address", matched: "keyword" });
  expect(second?.score).toBeLessThan(1);
  expect(exact("Look through the page, search, and create issue reports about what is wrong")).toEqual([]);
  expect(exact("Do a follow-up with everybody who came")).toEqual([]);
});

test("a name that prose says lifts its tool over an equal one", () => {
  const twins = createToolIndex([tool("card_a", "Charge a gift card."), tool("gift_card", "Charge it.")]);
  const [first] = twins.search("charge the gift card of my sister twice", { limit: 2 });
  expect(first?.document.name).toBe("gift_card");
});

test.each([
  ["use ip_address for this machine", ["ip_address"]],
  ["use ipAddress for this machine", ["ip_address"]],
  ["use mcp__net__ip_address for this machine", ["ip_address"]],
  ["use `search` for this", ["search"]],
  ['use "ip address" for this machine', ["ip_address"]],
  ["use “create issue” for what is broken", ["create_issue"]],
  ["the tool send-mail is what I want", ["send-mail"]],
  ["IP address", ["ip_address"]],
  ["search, create issue, ip address", ["search", "create_issue", "ip_address"]],
  ["call the tools named search and follow up", ["search", "follow_up"]],
])("%s: certain is what looks like an identifier, is quoted, or is all there is", (query, names) => {
  expect(exact(query)).toEqual(names);
});
