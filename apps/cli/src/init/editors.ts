import type { Host, Start } from "./hosts.ts";

/** An editor in which the agent itself runs, and where its entry belongs. */
export interface Editor {
  readonly title: string;
  /** The person's own file: below their home, or in words. */
  readonly place: { readonly home: string } | { readonly words: string };
  /** An entry of JSON, or the text of another language. */
  readonly entry: Pick<Host, "keys" | "entry"> | { readonly text: (start: Start) => string };
}

const quoted = (words: readonly string[]): string => words.map((word) => JSON.stringify(word)).join(", ");

/** By the name that `holdall init` takes with `--model`. */
export const editors: Readonly<Record<string, Editor>> = {
  zed: {
    title: "Zed",
    place: { home: ".config/zed/settings.json" },
    entry: { keys: ["agent_servers"], entry: (start) => ({ type: "custom", ...start, env: {} }) },
  },
  jetbrains: {
    title: "JetBrains IDEs",
    place: { home: ".jetbrains/acp.json" },
    entry: { keys: ["agent_servers"], entry: (start) => ({ ...start, env: {} }) },
  },
  neovim: {
    title: "Neovim with avante.nvim",
    place: { words: "the options of avante.nvim" },
    entry: {
      text: ({ command, args }) => `require("avante").setup({
  provider = "holdall",
  acp_providers = {
    holdall = { command = ${quoted([command])}, args = { ${quoted(args)} } },
  },
})
`,
    },
  },
  emacs: {
    title: "Emacs with agent-shell",
    place: { words: "your init file, behind (require 'agent-shell)" },
    entry: {
      text: ({ command, args }) => `(add-to-list 'agent-shell-agent-configs
  (agent-shell-make-agent-config
   :identifier 'holdall
   :mode-line-name "Holdall"
   :buffer-name "Holdall"
   :shell-prompt "Holdall> "
   :shell-prompt-regexp "Holdall> "
   :client-maker (lambda (buffer)
                   (agent-shell--make-acp-client
                    :command ${quoted([command])}
                    :command-params '(${args.map((word) => JSON.stringify(word)).join(" ")})
                    :context-buffer buffer))))
`,
    },
  },
};
