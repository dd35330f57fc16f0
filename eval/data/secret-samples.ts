// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such texts stand in sources, and are what is meant
/** A credential made up by the grammar that its vendor documents, in every place where one is met. */
export interface SecretSample {
  readonly format: string;
  readonly secret: string;
  readonly text: string;
}

export type Random = (end: number) => number;

/** mulberry32: the same seed, the same samples on every machine. */
export function createRandom(seed: number): Random {
  let state = seed;
  return (end) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
}

const digits = "0123456789";
const hex = `${digits}abcdef`;
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const alnum = digits + lower + upper;
const word = `${alnum}_-`;
const base64 = `${alnum}+/`;

/** Characters of a set, as many as asked for. */
type Take = (set: string, length: number, most?: number) => string;

/** Each as it is met, with what leads to it. */
const grammars: Readonly<Record<string, (of: Take) => string>> = {
  "AWS access key": (of) => `AKIA${of(`${upper}234567`, 16)}`,
  "AWS temporary key": (of) => `ASIA${of(`${upper}234567`, 16)}`,
  "GitHub personal": (of) => `ghp_${of(alnum, 36)}`,
  "GitHub OAuth": (of) => `gho_${of(alnum, 36)}`,
  "GitHub user": (of) => `ghu_${of(alnum, 36)}`,
  "GitHub server": (of) => `ghs_${of(alnum, 36)}`,
  "GitHub refresh": (of) => `ghr_${of(alnum, 76)}`,
  "GitHub fine-grained": (of) => `github_pat_${of(alnum, 22)}_${of(alnum, 59)}`,
  "GitLab personal": (of) => `glpat-${of(word, 20)}`,
  "GitLab routable": (of) => `glpat-${of(word, 27, 60)}.01.${of(digits + lower, 9)}`,
  "GitLab deploy": (of) => `gldt-${of(word, 20)}`,
  "GitLab runner": (of) => `glrt-${of(word, 20)}`,
  "Slack bot": (of) => `xoxb-${of(digits, 10, 13)}-${of(digits, 10, 13)}-${of(alnum, 24)}`,
  "Slack user": (of) => `xoxp-${of(digits, 12)}-${of(digits, 12)}-${of(digits, 12)}-${of(hex, 32)}`,
  "Slack configuration": (of) => `xoxe.xoxp-1-${of(alnum, 160)}`,
  "Slack refresh": (of) => `xoxe-1-${of(alnum, 147)}`,
  "Slack app": (of) => `xapp-1-A${of(digits + upper, 10)}-${of(digits, 13)}-${of(hex, 64)}`,
  "Slack webhook": (of) =>
    `https://hooks.slack.com/services/T${of(digits + upper, 8, 10)}/B${of(digits + upper, 8, 10)}/${of(alnum, 24)}`,
  "Discord webhook": (of) => `https://discord.com/api/webhooks/${of(digits, 18, 19)}/${of(word, 68)}`,
  "Teams webhook": (of) =>
    `https://acme.webhook.office.com/webhookb2/${uuid(of)}@${uuid(of)}/IncomingWebhook/${of(hex, 32)}/${uuid(of)}`,
  "Hugging Face": (of) => `hf_${of(lower + upper, 34)}`,
  "Vault service": (of) => `hvs.${of(word, 24, 100)}`,
  "Vault batch": (of) => `hvb.${of(word, 138, 212)}`,
  Notion: (of) => `ntn_${of(digits, 11)}${of(alnum, 35)}`,
  "Notion, older": (of) => `secret_${of(alnum, 43)}`,
  Sourcegraph: (of) => `sgp_${of(hex, 16)}_${of(hex, 40)}`,
  "Sourcegraph, local": (of) => `sgp_local_${of(hex, 40)}`,
  "Sourcegraph, older": (of) => `sgp_${of(hex, 40)}`,
  "Sentry organization": (of) =>
    `sntrys_${btoa(`{"iat":${of(digits, 10)},"url":"https://sentry.io","region_url":"https://us.sentry.io","org":"acme"}`)}_${of(base64, 43)}`,
  "Sentry user": (of) => `sntryu_${of(hex, 64)}`,
  "npm token": (of) => `npm_${of(alnum, 36)}`,
  PyPI: (of) => `pypi-AgEIcHlwaS5vcmc${of(word, 150, 180)}`,
  "Stripe live": (of) => `sk_live_${of(alnum, 24, 99)}`,
  "Stripe restricted": (of) => `rk_live_${of(alnum, 24, 99)}`,
  "Stripe webhook": (of) => `whsec_${of(alnum, 32)}`,
  "Google API": (of) => `AIza${of(word, 35)}`,
  "Google OAuth secret": (of) => `GOCSPX-${of(word, 28)}`,
  "Google access": (of) => `ya29.${of(word, 100, 200)}`,
  "OpenAI project": (of) => `sk-proj-${of(word, 74)}T3BlbkFJ${of(word, 74)}`,
  "OpenAI, older": (of) => `sk-${of(alnum, 20)}T3BlbkFJ${of(alnum, 20)}`,
  Anthropic: (of) => `sk-ant-api03-${of(word, 93)}AA`,
  Databricks: (of) => `dapi${of(hex, 32)}`,
  DigitalOcean: (of) => `dop_v1_${of(hex, 64)}`,
  Doppler: (of) => `dp.pt.${of(alnum, 43)}`,
  Linear: (of) => `lin_api_${of(alnum, 40)}`,
  Postman: (of) => `PMAK-${of(hex, 24)}-${of(hex, 34)}`,
  SendGrid: (of) => `SG.${of(word, 22)}.${of(word, 43)}`,
  Shopify: (of) => `shpat_${of(hex, 32)}`,
  Twilio: (of) => `SK${of(hex, 32)}`,
  Mailgun: (of) => `key-${of(hex, 32)}`,
  Telegram: (of) => `${of(digits, 10)}:AA${of(word, 33)}`,
  "Docker Hub": (of) => `dckr_pat_${of(word, 27)}`,
  Grafana: (of) => `glsa_${of(alnum, 32)}_${of(hex, 8)}`,
  "Azure storage": (of) =>
    `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${of(base64, 86)}==;EndpointSuffix=core.windows.net`,
  "Azure signature": (of) =>
    `https://acme.blob.core.windows.net/c?sv=2024-11-04&sp=r&sig=${encodeURIComponent(`${of(base64, 43)}=`)}`,
  "JSON Web Token": (of) =>
    `${url64('{"alg":"HS256","typ":"JWT"}')}.${url64(`{"sub":"${of(digits, 10)}","iat":${of(digits, 10)}}`)}.${of(word, 43)}`,
  "PEM, RSA": (of) => armored("RSA PRIVATE KEY", of, 24),
  "PEM, PKCS 8": (of) => armored("PRIVATE KEY", of, 4),
  "PEM, OpenSSH": (of) => armored("OPENSSH PRIVATE KEY", of, 6),
  "PEM, EC": (of) => armored("EC PRIVATE KEY", of, 3),
  PGP: (of) => armored("PGP PRIVATE KEY BLOCK", of, 12, "\nVersion: GnuPG v2.4 (GNU/Linux)\n"),
  "curl -u": (of) => `curl -s -u deploy:${of(alnum, 12, 20)} https://api.acme.dev/v1/releases`,
  "curl --user": (of) => `curl -X POST --user 'deploy:${of(alnum, 14)}' https://api.acme.dev/v1/releases`,
  "URL with a password": (of) => `postgres://app:${of(alnum, 16)}@db.internal:5432/app`,
  "bearer header": (of) => `Authorization: Bearer ${of(alnum, 32, 48)}`,
  "basic header": (of) => `Authorization: Basic ${btoa(`deploy:${of(alnum, 16)}`)}`,
  ".npmrc": (of) => `//registry.npmjs.org/:_authToken=${uuid(of)}`,
  netrc: (of) => `machine api.acme.dev login deploy password ${of(alnum, 16)}`,
  "docker auth": (of) => `{"auths":{"r.acme.dev":{"auth":"${btoa(`deploy:${of(alnum, 16)}`)}"}}}`,
  "secret setting": (of) => `AWS_SECRET_ACCESS_KEY=${of(base64, 40)}`,
};

const uuid = (of: Take) => `${of(hex, 8)}-${of(hex, 4)}-${of(hex, 4)}-${of(hex, 4)}-${of(hex, 12)}`;
const url64 = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const armored = (label: string, of: Take, lines: number, gap = "") =>
  [
    `-----BEGIN ${label}-----${gap}`,
    ...Array.from({ length: lines }, () => of(base64, 64)),
    `-----END ${label}-----`,
  ].join("\n");

const contexts: Readonly<Record<string, (secret: string) => string>> = {
  alone: (secret) => secret,
  env: (secret) => `DEBUG=1\nSERVICE_TOKEN=${secret}\nPORT=3000\n`,
  export: (secret) => `export SERVICE_TOKEN="${secret}"\n`,
  json: (secret) => `${JSON.stringify({ name: "acme", settings: { credential: secret } }, null, 2)}\n`,
  "json line": (secret) => JSON.stringify({ level: "info", msg: `got\n${secret}\nback` }),
  yaml: (secret) =>
    `service:\n  name: acme\n  credential: ${secret.includes("\n") ? `|\n${secret.replace(/^/gm, "    ")}` : secret}\n`,
  code: (secret) => `const client = new Client({ url, credential: \`${secret}\` });\n`,
  python: (secret) => `client = Client(${secret.includes("\n") ? `"""${secret}"""` : `'${secret}'`}, timeout=3)\n`,
  log: (secret) => `2026-05-01T12:00:00Z INFO sending ${secret} to host, 200 in 3 ms\n`,
  "numbered lines": (secret) =>
    `# .env\n${secret}\nend`
      .split("\n")
      .map((line, i) => `    ${i + 7}  ${line}`)
      .join("\n"),
  "grep row": (secret) =>
    secret
      .split("\n")
      .map((line, i) => `config/app.env:${i + 12}:${line}`)
      .join("\n"),
  diff: (secret) => `@@ -1,2 +1,2 @@\n-old\n${secret.replace(/^/gm, "+")}\n same\n`,
  query: (secret) => `GET /v1/items?limit=3&credential=${secret.replaceAll("\n", "%0A")} HTTP/1.1\n`,
};

/** Every format in every context, `times` over. A part of the secret's text that must not be left is `secret`. */
export function* secretSamples(seed: number, times: number): Generator<SecretSample & { readonly context: string }> {
  const random = createRandom(seed);
  const take: Take = (set, length, most = length) =>
    Array.from({ length: length + random(most - length + 1) }, () => set[random(set.length)]).join("");
  for (const [format, make] of Object.entries(grammars))
    for (const [context, put] of Object.entries(contexts)) {
      // A command, an address with signs of its own, a file of its own: not part of a query.
      if (context === "query" && /[\s&?{]/.test(make(take))) continue;
      for (let i = 0; i < times; i++) {
        const secret = make(take);
        yield { format, context, secret: partOf(secret), text: put(secret) };
      }
    }
}

/** The part of a sample that is not known to everybody: its longest run of characters without what leads to it. */
const partOf = (sample: string): string =>
  sample
    .replace(/https?:\/\/[\w.-]+\/(?:services|api\/webhooks|webhookb2)?|^AWS_SECRET_ACCESS_KEY=/g, " ")
    .split(/[^A-Za-z0-9+/_=-]+/)
    .filter((part) => !/^(?:DefaultEndpoints|EndpointSuffix|registry)/.test(part))
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "")
    .replace(/^AccountKey=/, "");

/** What patterns that are less exact take for secrets. */
export const lookAlikes: readonly string[] = [
  '"author": "Jane Doe <jane@acme.dev>",',
  "authenticate(user, passwordField);",
  "const authority = parseAuthority2(input);",
  "const token = getToken();",
  "tokenizer: TokenizerV2Options2b;",
  "password: string;",
  "password = await readPassword();",
  'const passwordSelector = "input#password-1";',
  "API_KEY=your-api-key-here",
  "export TOKEN=<token>",
  'token: "${{ secrets.GITHUB_TOKEN }}"',
  "secret = process.env.SECRET",
  "AWS_SECRET_ACCESS_KEY=$AWS_SECRET_ACCESS_KEY",
  "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
  "id: 550e8400-e29b-41d4-a716-446655440000",
  "integrity sha512-9KptQWN8kCbW7yM0dcv5eF8cGZnGFpJ1S0p0sGvvCWmDIfQFr/Zk9oA8qk0cR1wz7N2fOqBYVJ0VnF3SDxvP5Q==",
  "  resolved: https://registry.npmjs.org/a/-/a-1.0.0.tgz#9fceb02d0ae598e95dc970b74767f19372d61af8",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==",
  "https://example.com:8080/path@2",
  "https://user:password@example.com/",
  "postgres://${user}:${password}@${host}/db",
  "curl -u user:password https://api.example.com",
  'curl -u "$USER:$TOKEN" https://api.example.com',
  "Authorization: Bearer <token>",
  "Authorization: Bearer ${token}",
  "Basic authentication is not supported",
  ".sk-spinner-pulse-animation-container { color: red }",
  "task-list-item-checkbox-checked-and-disabled",
  "import { xoxb } from 'slack-token-names';",
  "const header = '-----BEGIN PRIVATE KEY-----';",
  "hf_hub_download(repo_id, filename)",
  "eyJhbGciOiJIUzI1NiJ9 is a header",
  "pattern: /AKIA[0-9A-Z]{16}/",
  "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
  "version: 1.2.3-alpha.4+build.5",
  "key-value-store-with-transactions-and-snapshots",
];
