import { permissions } from "@holdall/permissions";
import { contentText } from "@holdall/tool-core";
import { expect, test } from "vitest";
import { play } from "./_mail.fixture.ts";
import { parseAddress } from "./index.ts";

/** What nobody has approved. */
const evil = "evil@x.com";

/** Each tries to reach another mailbox than a reader of the list sees, past a rule that allows example.com. */
const refused: readonly (readonly [string, string])[] = [
  ["RCPT in a header", `a@example.com\r\nRCPT TO:<${evil}>`],
  ["header line", `a@example.com\r\nBcc: ${evil}`],
  ["bare line feed", `a@example.com\nBcc: ${evil}`],
  ["bare carriage return", `a@example.com\rBcc: ${evil}`],
  ["NUL", `a@example.com\0${evil}`],
  ["line separator", `a@example.com\u2028${evil}`],
  ["next line", `a@example.com\u0085${evil}`],
  ["two by comma", `a@example.com,${evil}`],
  ["two by comma and space", `a@example.com, ${evil}`],
  ["two by semicolon", `a@example.com;${evil}`],
  ["group", `x: a@example.com, ${evil};`],
  ["group of one", `example.com:${evil};`],
  ["address as a name", `a@example.com <${evil}>`],
  ["quoted address as a name", `"a@example.com" <${evil}>`],
  ["name after", `<${evil}> a@example.com`],
  ["two angles", `Ann <a@example.com> <${evil}>`],
  ["nested angles", `Ann <<${evil}>a@example.com>`],
  ["comment behind", `${evil}(a@example.com)`],
  ["comment inside", `evil@x.com(@example.com`],
  ["comment before the domain", `a@(x)example.com`],
  ["quoted local part", `"${evil}"@example.com`],
  ["quoted with a space", `"a b"@example.com`],
  ["escaped at", `evil\\@x.com@example.com`],
  ["two ats", `evil@x.com@example.com`],
  ["source route", `@x.com:a@example.com`],
  ["percent route", `evil%x.com@example.com`],
  ["bang route", `x.com!evil@example.com`],
  ["encoded word", `=?utf-8?q?evil=40x.com?= <a@example.com`],
  ["encoded dot", `a@example%2ecom`],
  ["address literal", `a@[127.0.0.1]`],
  ["IPv4 domain", `a@127.0.0.1`],
  ["number domain", `a@0x7f.1`],
  ["full-width at", `evil＠x.com@example.com`],
  ["full-width domain", `a@ｅxample.com`],
  ["ideographic stop", `a@example。com`],
  ["soft hyphen", `a@exam\u00adple.com`],
  ["zero width space", `a@example.com\u200b`],
  ["right to left override", `a\u202e@example.com`],
  ["tag characters", `a@example.com\u{e0041}`],
  ["parameters", `a@example.com ORCPT=rfc822;${evil}`],
  ["URL", `mailto:a@example.com?bcc=${evil}`],
  ["path in the domain", `a@x.com/@example.com`],
  ["port in the domain", `a@example.com:25`],
  ["no domain", `a@localhost`],
  ["dots in a row", `a..b@example.com`],
  ["trailing dot", `a@example.com.`],
  ["letters outside ASCII", `änn@example.com`],
  ["too long", `${"a".repeat(65)}@example.com`],
];

/** Well-formed, but not what the rule allows: a person is asked, and says no. */
const unapproved: readonly (readonly [string, string])[] = [
  ["another domain", evil],
  ["suffix without a dot", "a@notexample.com"],
  ["prefix of a longer domain", "a@example.com.x.com"],
  ["domain below", "a@mail.example.com"],
  ["Cyrillic а", "a@ex\u0430mple.com"],
  ["punycode", "a@xn--exmple-4nf.com"],
  ["name that hides", `example com <${evil}>`],
];

test.each(refused)("an address of this kind is refused: %s", (_, written) => {
  expect(() => parseAddress(written)).toThrow(/is not one address/);
});

test.each([...refused, ...unapproved])("0 deliveries to somebody who was not approved: %s", async (_, written) => {
  for (const field of ["to", "cc", "bcc"]) {
    const asked: string[] = [];
    const at = play({
      session: {
        policy: permissions({ roots: ["/"], rules: [{ allow: ["compose_email", "send_email(to:*@example.com)"] }] })
          .policy,
        approve: ({ access }) => {
          asked.push(...access.map(({ target }) => target));
          return false;
        },
      },
    });
    const result = await at.session.call("compose_email", {
      to: ["b@example.com"],
      subject: "x",
      body: "x",
      [field]: [written],
    });
    if (result.ok) {
      const { draft_id } = result.output as { draft_id: string };
      expect(await at.send(draft_id)).toMatchObject({ ok: false, error: { code: "permission_denied" } });
      expect(asked.length).toBeGreaterThan(0);
    }
    expect(at.deliveries).toEqual([]);
  }
});

test("a plain name before an address is dropped, and what is approved is what is sent", async () => {
  const at = play({ email: { allow: ["*@example.com"] } });
  await at.send(await at.compose({ to: ["Ann O'Neil <ann@Example.com>", "b@example.com"] }));
  expect(at.deliveries[0]?.to).toEqual(["ann@example.com", "b@example.com"]);
  expect(at.deliveries[0]?.text).toMatch(/^To: ann@example\.com, b@example\.com\r$/m);
});

test("the allow-list is compared by label, at composing and at sending", async () => {
  const at = play({ email: { allow: ["*@*.example.com", "boss@example.org"] } });
  for (const to of ["a@example.com", "a@xexample.com", "a@example.com.x.com", "Boss@example.org", "x@example.org"])
    await expect(at.compose({ to: [to] })).rejects.toThrow(/does not allow mail/);
  await at.compose({ to: ["a@mail.example.com", "boss@example.org"] });
  const draft = await at.compose({ to: ["boss@example.org"] });
  Object.assign(at.options.email, { allow: [] });
  expect(await at.send(draft)).toMatchObject({ error: { code: "permission_denied" } });
  expect(at.deliveries).toEqual([]);
});

test("domains of other scripts are shown in both spellings, and mixed scripts are named", async () => {
  expect(parseAddress("a@münchen.example")).toMatchObject({
    address: "a@xn--mnchen-3ya.example",
    unicode: "a@münchen.example",
  });
  expect(parseAddress("a@xn--mnchen-3ya.example").unicode).toBe("a@münchen.example");
  expect(parseAddress("a@例え.jp")).toMatchObject({ address: "a@xn--r8jz45g.jp", unicode: "a@例え.jp" });
  expect(parseAddress("a@ex\u0430mple.com")).toMatchObject({ mixed: true });
  const at = play();
  const result = await at.session.call("compose_email", { to: ["a@ex\u0430mple.com"], subject: "x", body: "x" });
  expect(contentText(result.content)).toMatch(/to: a@xn--\S+\.com \(a@ex\u0430mple\.com\), mixed scripts/);
});
