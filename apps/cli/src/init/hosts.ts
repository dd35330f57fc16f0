import { isWindows, type Platform } from "@holdall/tool-kit/node";
/** How a host starts a server. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** A program that starts MCP servers, and what its configuration looks like. */
export interface Host {
  readonly title: string;
  /** Where its configuration is: below a project, or for the user to find. */
  readonly place: { readonly project: string } | { readonly user: string };
  readonly format: "json" | "toml" | "yaml";
  /** The keys above the entry. */
  readonly keys: readonly string[];
  /** How the entry says the project's folder; absent where it takes an absolute path. */
  readonly folder?: string;
  readonly entry: (start: Start) => object;
  /** A page that opens the host and asks whether to add the entry. */
  readonly link?: (start: Start) => string;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the editors replace it.
const workspaceFolder = "${workspaceFolder}";

const plain = ({ command, args }: Start) => ({ command, args });
const mcpServers = { format: "json", keys: ["mcpServers"], entry: plain } as const;

const inBase64 = (value: object) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString("base64"));

/** By the name that `holdall init` takes. */
export const hosts: Readonly<Record<string, Host>> = {
  "claude-code": { title: "Claude Code", place: { project: ".mcp.json" }, folder: ".", ...mcpServers },
  "claude-desktop": {
    title: "Claude Desktop",
    place: {
      user: "~/Library/Application Support/Claude/claude_desktop_config.json (macOS), %APPDATA%\\Claude\\claude_desktop_config.json (Windows)",
    },
    ...mcpServers,
  },
  cursor: {
    title: "Cursor",
    place: { project: ".cursor/mcp.json" },
    folder: workspaceFolder,
    ...mcpServers,
    link: (start) => `https://cursor.com/install-mcp?name=holdall&config=${inBase64(plain(start))}`,
  },
  vscode: {
    title: "VS Code",
    place: { project: ".vscode/mcp.json" },
    folder: workspaceFolder,
    format: "json",
    keys: ["servers"],
    entry: (start) => ({ type: "stdio", ...plain(start) }),
    link(start) {
      const config = encodeURIComponent(JSON.stringify({ name: "holdall", ...plain(start) }));
      return `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${config}`)}`;
    },
  },
  windsurf: { title: "Windsurf", place: { user: "~/.codeium/windsurf/mcp_config.json" }, ...mcpServers },
  zed: {
    title: "Zed",
    place: { project: ".zed/settings.json" },
    format: "json",
    keys: ["context_servers"],
    entry: (start) => ({ source: "custom", ...plain(start), env: {} }),
  },
  codex: {
    title: "Codex",
    place: { user: "~/.codex/config.toml, or .codex/config.toml in a trusted project" },
    format: "toml",
    keys: ["mcp_servers"],
    entry: plain,
  },
  gemini: { title: "Gemini CLI", place: { project: ".gemini/settings.json" }, folder: ".", ...mcpServers },
  jetbrains: {
    title: "JetBrains",
    place: { user: "Settings | Tools | AI Assistant | Model Context Protocol (MCP), or .junie/mcp/mcp.json for Junie" },
    ...mcpServers,
  },
  "lm-studio": {
    title: "LM Studio",
    place: { user: "Program | Install | Edit mcp.json" },
    ...mcpServers,
    link: (start) => `https://lmstudio.ai/install-mcp?name=holdall&config=${inBase64(plain(start))}`,
  },
  goose: {
    title: "Goose",
    place: { user: "~/.config/goose/config.yaml" },
    format: "yaml",
    keys: ["extensions"],
    entry: ({ command, args }) => ({
      name: "Holdall",
      type: "stdio",
      cmd: command,
      args,
      enabled: true,
      envs: {},
      timeout: 300,
    }),
    link({ command, args }) {
      const words = args.map((arg) => `arg=${encodeURIComponent(arg)}`).join("&");
      const about = encodeURIComponent("Files, a shell and the web for agents");
      return `https://block.github.io/goose/extension?cmd=${command}&${words}&id=holdall&name=Holdall&description=${about}`;
    },
  },
  opencode: {
    title: "opencode",
    place: { project: "opencode.json" },
    folder: ".",
    format: "json",
    keys: ["mcp"],
    entry: ({ command, args }) => ({ type: "local", command: [command, ...args], enabled: true }),
  },
};

/** What a host runs: a command of holdall. On Windows `npx` is a script, which only a shell starts. */
export function startOf(command: readonly string[], platform?: Platform): Start {
  const words = ["-y", "holdall", ...command];
  return isWindows(platform) ? { command: "cmd", args: ["/c", "npx", ...words] } : { command: "npx", args: words };
}
