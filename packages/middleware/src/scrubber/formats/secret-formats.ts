/** A format of secrets that its vendor documents, or that is evident from its tokens. */
export interface SecretFormat {
  readonly name: string;
  /** How it begins; matched as it is written. */
  readonly starts: readonly string[];
  /** What follows, from the end of the beginning on. Bounded, so that time stays linear. */
  readonly rest: RegExp;
  /** The beginning only leads to the secret and is shown. */
  readonly shows?: boolean;
  /** What is in front of the beginning and belongs to the secret. */
  readonly before?: RegExp;
  /** The beginning is common in other texts: what follows must look random. */
  readonly random?: boolean;
}

const format = (name: string, starts: string, rest: RegExp, more: Partial<SecretFormat> = {}): SecretFormat => ({
  name,
  starts: starts.split(" "),
  rest: new RegExp(`${rest.source}(?![A-Za-z0-9])`, "y"),
  ...more,
});

/** Lengths are those of the documentation, with room where a vendor does not promise one. */
export const secretFormats: readonly SecretFormat[] = [
  // Clouds.
  // docs.aws.amazon.com/IAM: unique identifiers; keys of Amazon Bedrock
  format("AWS key", "AKIA ASIA ABIA ACCA", /[A-Z0-9]{16}/),
  format("AWS signature", "X-Amz-Signature=", /[a-f0-9]{64}/, { shows: true }),
  format("AWS key", "ABSK", /[A-Za-z0-9+/]{80,300}={0,2}/),
  // cloud.google.com/docs/authentication: API keys, OAuth client secrets, access and refresh tokens
  format("Google key", "AIza", /[\w-]{35}/),
  format("Google key", "GOCSPX-", /[\w-]{24,40}/),
  format("Google token", "ya29. 1//0", /[\w.-]{30,1000}/),
  // learn.microsoft.com/azure: connection strings, shared access signatures, client secrets of Entra
  format("Azure key", "AccountKey= SharedAccessKey= accountkey= sharedaccesskey=", /[A-Za-z0-9+/%]{40,120}={0,2}/, {
    shows: true,
  }),
  format("Azure signature", "sig=", /[A-Za-z0-9+/%]{40,80}(?:%3[dD]|=)/, { shows: true }),
  format("Azure client secret", "7Q~ 8Q~", /[\w~.-]{31,40}/, { before: /[\w~.-]{3}$/ }),
  // docs.digitalocean.com/reference/api
  format("DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", /[a-f0-9]{64}/),
  // help.aliyun.com, cloud.tencent.com: access keys
  format("Alibaba key", "LTAI", /[A-Za-z0-9]{12,26}/, { random: true }),
  format("Tencent key", "AKID", /[A-Za-z0-9]{28,40}/, { random: true }),
  // devcenter.heroku.com, fly.io/docs, docs.netlify.com, vercel.com/docs, supabase.com/docs, planetscale.com/docs, neon.com/docs
  format("Heroku key", "HRKU-", /[\w-]{36,70}/),
  format("Fly token", "fm2_ fm1r_ fo1_", /[A-Za-z0-9+/=_,-]{40,2000}/),
  format("Netlify token", "nfp_ nfc_ nfo_ nfb_ nfu_", /[A-Za-z0-9]{32,60}/),
  format("Vercel token", "vcp_ vci_ vca_ vcr_ vck_", /[A-Za-z0-9]{24,80}/),
  format("Supabase key", "sbp_ sb_secret_", /[\w-]{30,60}/),
  format("PlanetScale token", "pscale_tkn_ pscale_pw_ pscale_oauth_", /[\w.=-]{32,64}/),
  format("Neon key", "napi_", /[a-z0-9]{40,70}/),
  // docs.databricks.com, docs.doppler.com, developer.hashicorp.com/vault and /terraform, pulumi.com/docs
  format("Databricks token", "dapi", /[a-f0-9]{32}(?:-\d{1,2})?/),
  format("Doppler token", "dp.pt. dp.ct. dp.sa. dp.scim. dp.audit. dp.said.", /[A-Za-z0-9]{38,46}/),
  format("Doppler token", "dp.st.", /(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{38,46}/),
  format("Vault token", "hvs. hvb. hvr.", /[\w-]{20,400}/),
  format("Terraform token", ".atlasv1.", /[\w-]{60,70}/, { before: /[A-Za-z0-9]{14}$/ }),
  format("Pulumi token", "pul-", /[a-f0-9]{40}/),
  format("1Password token", "ops_eyJ", /[\w+/=-]{200,2000}/),
  format("Tailscale key", "tskey-", /[a-z]{2,12}-[A-Za-z0-9]{8,40}-[A-Za-z0-9]{16,60}/),
  // Code.
  // docs.github.com/authentication: token prefixes
  format("GitHub token", "ghp_ gho_ ghu_ ghr_", /[A-Za-z0-9]{36,255}/),
  format("GitHub token", "ghs_", /[A-Za-z0-9][\w.-]{35,1200}/),
  format("GitHub token", "github_pat_", /\w{22,255}/),
  // docs.gitlab.com/security/tokens: token prefixes
  format(
    "GitLab token",
    "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-",
    /[\w-]{20,300}(?:\.[0-9a-z]{2,12}){0,2}/,
  ),
  // support.atlassian.com, developer.atlassian.com
  format("Atlassian token", "ATATT3 ATCTT3 ATBB ATSTT3", /[\w=-]{28,250}/, { random: true }),
  // docs.npmjs.com, pypi.org/help, guides.rubygems.org, docs.docker.com, learn.microsoft.com/nuget, crates.io, clojars
  format("npm token", "npm_", /[A-Za-z0-9]{36}/),
  format("PyPI token", "pypi-AgE", /[\w-]{40,1000}/),
  format("RubyGems key", "rubygems_", /[a-f0-9]{48}/),
  format("Docker token", "dckr_pat_ dckr_oat_", /[\w-]{24,60}/),
  format("NuGet key", "oy2", /[a-z0-9]{43}/),
  format("crates.io token", "cio", /[A-Za-z0-9]{32}/, { random: true }),
  format("Clojars token", "CLOJARS_", /[a-z0-9]{60}/),
  format("Artifactory key", "AKCp cmVmdGtu", /[A-Za-z0-9]{52,80}/),
  // sourcegraph.com/docs, docs.sentry.io/security-legal-pii/security/token-formats, circleci.com/docs, buildkite.com/docs
  format("Sourcegraph token", "sgp_ sgd_", /(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40,64}/),
  format("Sourcegraph token", "slk_", /[a-f0-9]{64}/),
  format("Sentry token", "sntryu_ sntrya_ sntryi_", /[a-f0-9]{64}/),
  format("Sentry token", "sntrys_", /[\w+/=-]{40,500}/),
  format("CircleCI token", "CCIPAT_ CCIPRJ_", /[A-Za-z0-9]{16,30}_[a-f0-9]{40}/),
  format("Buildkite token", "bkua_ bkaj_ bkct_", /[\w.-]{30,200}/),
  // grafana.com/docs, docs.newrelic.com, docs.dynatrace.com, docs.launchdarkly.com, posthog.com/docs
  format("Grafana token", "glsa_", /[A-Za-z0-9]{32}_[a-fA-F0-9]{8}/),
  format("Grafana token", "glc_eyJ", /[A-Za-z0-9+/=]{32,400}/),
  format("New Relic key", "NRAK- NRII- NRAA- NRRA-", /[\w-]{27,40}/),
  format("Dynatrace token", "dt0c01. dt0s01. dt0s02. dt0s16.", /[A-Z0-9]{8,24}\.[A-Z0-9]{64}/),
  format("PostHog key", "phx_ phs_", /[A-Za-z0-9]{40,60}/),
  // People and places to write to.
  // docs.slack.dev/authentication/tokens, docs.slack.dev/messaging: tokens hold ids, which are numbers
  format(
    "Slack token",
    "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs-",
    /(?=[^\d\s]{0,200}\d)[\w%+/=-]{10,400}/,
  ),
  format("Slack token", "xapp- xwfp- xoxe.xoxb- xoxe.xoxp-", /(?=[^\d\s]{0,200}\d)[\w-]{10,400}/),
  format(
    "Slack webhook",
    "hooks.slack.com/services/ hooks.slack-gov.com/services/",
    /T\w{6,14}\/B\w{6,14}\/\w{18,40}/,
    { shows: true },
  ),
  format("Slack webhook", "hooks.slack.com/workflows/ hooks.slack.com/triggers/", /\w{6,16}\/[\w/]{16,120}/, {
    shows: true,
  }),
  // discord.com/developers/docs/resources/webhook, learn.microsoft.com/microsoftteams, core.telegram.org/bots/api, zapier.com
  format("Discord webhook", "discord.com/api/webhooks/ discordapp.com/api/webhooks/", /\d{15,21}\/[\w-]{50,90}/, {
    shows: true,
  }),
  format("Teams webhook", ".webhook.office.com/webhookb2/", /[\w@-]{60,90}\/IncomingWebhook\/[\w/-]{40,120}/, {
    shows: true,
  }),
  format("Telegram token", ":AA", /[\w-]{33}/, { before: /\d{8,10}$/ }),
  format("Zapier webhook", "hooks.zapier.com/hooks/catch/", /\d{4,12}\/[a-z0-9]{5,12}/, { shows: true }),
  // developers.notion.com, linear.app/developers, learning.postman.com, airtable.com/developers, figma.com/developers, asana
  format("Notion token", "ntn_", /[A-Za-z0-9]{40,60}/),
  format("Notion token", "secret_", /[A-Za-z0-9]{43}/, { random: true }),
  format("Linear key", "lin_api_ lin_oauth_", /[A-Za-z0-9]{32,80}/),
  format("Postman key", "PMAK-", /[a-f0-9]{24}-[a-f0-9]{34}/),
  format("Airtable token", "pat", /[A-Za-z0-9]{14}\.[a-f0-9]{64}/),
  format("Figma token", "figd_ figdr_ figo_", /[\w-]{36,60}/),
  format("Contentful token", "CFPAT-", /[\w-]{43}/),
  // docs.sendgrid.com, documentation.mailgun.com, developers.brevo.com, resend.com/docs, twilio.com/docs, mailchimp
  format("SendGrid key", "SG.", /[\w-]{16,32}\.[\w-]{32,64}/),
  format("Mailgun key", "key-", /[a-f0-9]{32}/),
  format("Brevo key", "xkeysib- xsmtpsib-", /[a-f0-9]{64}-[A-Za-z0-9]{16}/),
  format("Resend key", "re_", /[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}/),
  format("Twilio key", "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf", /[a-f0-9]{31}/),
  // Payments: docs.stripe.com/keys, shopify.dev, developer.squareup.com, plaid.com/docs, goshippo.com
  format("Stripe key", "sk_live_ sk_test_ rk_live_ rk_test_", /[A-Za-z0-9]{16,250}/),
  format("Stripe webhook secret", "whsec_", /[A-Za-z0-9+/=]{24,80}/),
  format("Shopify token", "shpat_ shpca_ shppa_ shpss_ shptka_", /[a-fA-F0-9]{32}/),
  format("Square token", "sq0atp- sq0csp- sq0idp-", /[\w-]{22,50}/),
  format(
    "Plaid token",
    "access-production- access-sandbox- access-development-",
    /[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}/,
  ),
  format("Shippo token", "shippo_live_ shippo_test_", /[a-f0-9]{40}/),
  // Models: platform.openai.com, docs.anthropic.com, huggingface.co/docs, and services that speak their protocol
  format("Anthropic key", "sk-ant-", /[\w-]{20,200}/, { random: true }),
  format("API key", "sk-proj- sk-svcacct- sk-admin- sk-or-v1- sk-lf- sk-", /[\w-]{20,250}/, { random: true }),
  format("Hugging Face token", "hf_ api_org_", /[A-Za-z0-9]{30,45}/),
  format("Groq key", "gsk_", /[A-Za-z0-9]{40,60}/),
  format("xAI key", "xai-", /[A-Za-z0-9]{60,90}/),
  format("Perplexity key", "pplx-", /[A-Za-z0-9]{40,60}/),
  format("Replicate token", "r8_", /[A-Za-z0-9]{37}/),
  format("LangSmith key", "lsv2_pt_ lsv2_sk_", /[a-f0-9]{32}_[a-f0-9]{10}/),
  format("Pinecone key", "pcsk_", /[\w]{40,90}/),
  format("Tavily key", "tvly-", /[\w-]{24,60}/, { random: true }),
  // Of every vendor.
  // RFC 7519: three parts in base64url, the first two of them JSON objects
  format("JSON Web Token", "eyJ", /[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{10,1000}/),
  // age-encryption.org
  format("age key", "AGE-SECRET-KEY-1", /[A-Z0-9]{58}/),
];
