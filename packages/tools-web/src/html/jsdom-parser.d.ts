/** The small DOM that Readability brings along and is tested with. It wants well-formed markup. */
declare module "@mozilla/readability/JSDOMParser.js" {
  interface JSDOMParser {
    parse(html: string, url: string): Document;
    /** Called for markup that is not well-formed. */
    error(message: string): void;
  }
  const JSDOMParser: new () => JSDOMParser;
  // biome-ignore lint/style/noDefaultExport: the module is CommonJS.
  export default JSDOMParser;
}
