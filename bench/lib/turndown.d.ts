declare module "turndown" {
  class TurndownService {
    turndown(html: string): string;
  }
  // biome-ignore lint/style/noDefaultExport: the module is CommonJS.
  export default TurndownService;
}
