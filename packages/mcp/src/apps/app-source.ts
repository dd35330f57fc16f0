/** A page that hosts of MCP Apps show beside the text of calls: `callApp()` of `@holdall/ui-react/mcp-app`, or one of your own. */
export interface AppSource {
  /** Begins with `ui://`. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string | undefined;
  /** The page as one HTML document; it has no network. Throws ToolErrors. */
  html(): Promise<string>;
  /** True for tools whose calls it shows, by their canonical names. */
  shows(tool: string): boolean;
}
