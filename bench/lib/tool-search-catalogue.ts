import type { ToolDocument } from "@holdall/tool-search";

const list = (words: string): string[] => words.trim().split(/\s+/);

const verbs =
  list(`get list create update delete search query send read write move copy fetch sync export import run start
  stop cancel approve merge deploy rollback archive restore subscribe publish validate convert render resize compress
  encrypt sign verify schedule assign comment label close reopen lock rotate invite revoke preview translate`);
const things =
  list(`file issue pull_request message channel user repository branch commit invoice customer payment ticket
  calendar event contact document spreadsheet row cell page database record table index metric dashboard alert log trace
  container pod cluster node bucket object queue topic email thread attachment image video audio dataset model prompt
  workflow job pipeline build release secret token role policy permission domain certificate webhook form survey lead deal
  campaign product order shipment inventory refund quota region snapshot volume firewall session report template`);
const services = list(`github slack jira notion stripe salesforce hubspot drive gmail linear sentry datadog s3 gcp azure
  kubernetes docker postgres mysql mongodb redis elastic snowflake bigquery airtable asana trello zendesk intercom shopify
  twilio sendgrid figma confluence gitlab bitbucket jenkins circleci vercel netlify cloudflare pagerduty grafana prometheus
  tableau zoom discord telegram dropbox box quickbooks xero docusign calendly typeform webflow okta algolia segment`);
const clauses = [
  "with the given identifier",
  "and return the matching results as structured JSON",
  "including pagination cursors when there are more items than the limit allows",
  "optional filters narrow the result by date, owner, status or tag",
  "requires an authentication scope for the workspace",
  "fails if the resource does not exist or was archived before",
  "supports dry runs that show what would change",
  "honours the rate limits of the account and retries once",
  "keeps the history so that the change can be undone later",
  "fields that are left out stay as they were",
  "ordered by the time of the last modification",
  "the caller must be a member of the team or an administrator",
  "attachments up to twenty megabytes are accepted",
  "times are in UTC and formatted as ISO 8601",
  "large answers are split into several chunks",
  "can be limited to one project, folder or environment",
];
const syllables = list(
  "ka lo mi ren tor vex bal dun fi gor hal jin mor nep quo ris sal tev ul wex yor zan pra stel cro",
);

/** Tools in the shape of real ones: a service, a verb and a thing, clauses of prose, and now and then a product's own word. Always the same. */
export function catalogue(size: number): ToolDocument[] {
  let seed = 42;
  const random = () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const coined = () => pick(syllables) + pick(syllables) + pick(syllables);

  const tools = Array.from({ length: size }, (_, number) => {
    const service = pick(services);
    const verb = pick(verbs);
    const thing = pick(things);
    const own = random() < 0.3 ? coined() : pick(things);
    const prose = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(clauses)).join("; ");
    const name = `${service}_${verb}_${thing}${size > 1000 ? `_${own}_${number % 97}` : ""}`;
    const spoken = `${thing.replaceAll("_", " ")} of a ${own.replaceAll("_", " ")}`;
    return { name, description: `${verb} the ${spoken} in ${service}, ${prose}.` };
  });
  // Strings as they come out of a parser: what is pieced together is flattened at first use, on somebody's bill.
  return JSON.parse(JSON.stringify(tools)) as ToolDocument[];
}

/** What people and models ask, from two words to a sentence. */
export const queries: readonly string[] = [
  "create github issue",
  "send slack message to channel",
  "list stripe invoices for customer",
  "restart kubernetes pod",
  "upload file to drive",
  "query postgres table rows",
  "sentry alert",
  "schedule zoom calendar event",
  "encrypt secret token",
  "resize image",
  "I would like to invite a new user to the workspace in notion, is there a way to do that?",
  "which certificates of my cloudflare domain expire soon",
  "roll back the last deployment on vercel",
  "refund an order in shopify and tell the customer",
  "find the traces of a failing job",
  "translate a document template",
  "export the dashboard as a report, ordered by time",
  "close all tickets that were archived before",
  "rotate the token of a webhook",
  "bigquery dataset snapshot",
];
