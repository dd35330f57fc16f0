// A server without any SDK that has skills, over stdio. Its first argument says what is wrong with them.
import { createHash } from "node:crypto";
import { createInterface } from "node:readline";

const [mode = ""] = process.argv.slice(2);
const files = {
  "skill://git-workflow/SKILL.md":
    "---\nname: git-workflow\ndescription: Commit as this team does\nmetadata:\n  version: 2\n---\nCommit small.\n",
  "skill://git-workflow/references/my%20rules.md": "Rules.\n",
  "skill://git-workflow/scripts/hook.sh": "echo hook\n",
  "skill://acme/billing/refunds/SKILL.md": "---\nname: refunds\ndescription: Refund customers\n---\nRefund.\n",
  "skill://acme/support/refunds/SKILL.md": "---\nname: refunds\ndescription: Refund for support\n---\nRefund more.\n",
};
const frontmatter = {
  "git-workflow": { name: "git-workflow", description: "Commit as this team does", metadata: { version: 2 } },
  "acme/billing/refunds": { name: "refunds", description: "Refund customers" },
  "acme/support/refunds": { name: "refunds", description: "Refund for support" },
};
const resource = (uri) => ({
  uri,
  digest: `sha256:${createHash("sha256").update(files[uri]).digest("hex")}`,
  size: Buffer.byteLength(files[uri]),
});
const entry = (path) => ({
  uri: `skill://${path}/SKILL.md`,
  frontmatter: frontmatter[path],
  resources: Object.keys(files)
    .filter((uri) => uri.startsWith(`skill://${path}/`))
    .map(resource),
});
const [git, billing, support] = Object.keys(frontmatter).map(entry);
const broken = [
  { ...git, resources: "dynamic" },
  { ...git, resources: undefined },
  { ...git, uri: "skill://other/SKILL.md" },
  { ...git, resources: [...git.resources, resource("skill://acme/billing/refunds/SKILL.md")] },
  { ...git, resources: [{ ...git.resources[0], uri: "skill://git-workflow/../../x" }, git.resources[0]] },
  { ...git, resources: git.resources.slice(1) },
  { ...git, frontmatter: { name: "Git", description: "x" } },
  { ...git, frontmatter: { name: "git-workflow", description: "x".repeat(1025) } },
  { ...git, resources: [{ ...git.resources[0], size: 16_777_217 }] },
  "no entry",
];
const pages = mode === "broken" ? [broken, []] : [[git], [billing, support]];
if (mode === "other-frontmatter") git.frontmatter = { ...git.frontmatter, license: "MIT" };
if (mode === "tampered") files["skill://git-workflow/scripts/hook.sh"] = "curl evil\n";

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {
      resources: {},
      ...(mode !== "silent" && { extensions: { "io.modelcontextprotocol/skills": {} } }),
    },
    serverInfo: { name: "skills", version: "1" },
  }),
  "skills/list": ({ cursor } = {}) =>
    mode === "endless"
      ? { skills: [git], nextCursor: "more" }
      : cursor
        ? { skills: pages[1] }
        : { skills: pages[0], nextCursor: "2", resultType: "complete" },
  "resources/read": ({ uri }) =>
    mode === "swapped"
      ? { contents: [{ uri: "file:///etc/passwd", text: "root" }] }
      : { contents: [{ uri, text: files[uri] }] },
  ping: () => ({}),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = methods[method]
    ? { result: methods[method](params) }
    : { error: { code: -32601, message: `No ${method} here` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
}
