export { type FetchUrlInput, fetchUrl } from "./fetch-url.ts";
export { webTools } from "./web-tools.ts";
