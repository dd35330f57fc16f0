import type { Aliases, ForeignParam } from "@holdall/tool-core";

const isTrue = (value: unknown): boolean => value === true || value === "true";

/** The question to the page. gemini-cli writes the address into it, too. */
const prompt =
  (isAnswered: boolean): ForeignParam =>
  (value, { input }) => {
    const text = String(value);
    const urls = input.url === undefined ? (text.match(/https?:\/\/[^\s"'<>)\]]+/g) ?? []) : [];
    const [url] = urls;
    const notes = [
      !isAnswered && text.trim() !== "" && "No model is here to answer prompts: pages come as they are.",
      urls.length > 1 && `Only the first address was opened; call again for ${urls.slice(1, 4).join(", ")}.`,
    ];
    return {
      input: { ...(url !== undefined && { url: url.replace(/[.,;:!?]+$/, "") }), ...(isAnswered && { prompt: text }) },
      note: notes.filter(Boolean).join(" "),
    };
  };

/** How other agents call the reading of a page. */
export const webFetchSpellings = (isAnswered: boolean): Aliases => ({
  claude: { name: "WebFetch" },
  names: ["fetch", "read_url", "read_page", "open_url", "browse_page", "url_fetcher"],
  params: { max_length: "max_chars", start_index: "offset", uri: "url", heading: "section", query: "find" },
  foreign: {
    prompt: prompt(isAnswered),
    raw: (value) => (isTrue(value) ? { input: { format: "html" } } : {}),
    timeout: "timeout was not used: the time limit of a request is the host's.",
    urls: (value) => {
      const [url, ...more] = [value].flat();
      return {
        input: { url },
        ...(more.length > 0 && { note: "Only the first of urls was opened; call again for the others." }),
      };
    },
  },
});
