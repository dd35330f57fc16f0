import { toPath } from "@holdall/tool-core";

/**
 * Get the reason why a path is protected: contents of git repositories (also nested and bare ones), shell startup files,
 * configuration and instructions of agents, and configuration of editors, package managers and build tools. Names are compared
 * as any file system might read them, regardless of case, width, invisible characters, trailing dots, alternate streams and
 * short names.
 */
export const protectedReason = (path: string, roots: readonly string[] = []): string | undefined =>
  protectedBelow(roots)(path);

/**
 * The same for many paths. Of paths below one of the roots, only the part below the root is checked. Of paths that follow one
 * another in one folder, the folder is checked once.
 */
export function protectedBelow(roots: readonly string[]): (path: string) => string | undefined {
  const tops = roots.map((root) => fold(toPath(root))).sort((a, b) => b.length - a.length);
  /** Undefined for what is not below a root. */
  const belowRoot = (folded: string): string | undefined => {
    const top = tops.find((each) => folded === each || each === "/" || folded.startsWith(`${each}/`));
    return top === undefined ? undefined : `${folded.slice(top === "/" ? 0 : top.length)}/`;
  };
  const reasonOf = (path: string): string | undefined => {
    const folded = fold(toPath(path));
    const below = belowRoot(folded) ?? `${folded}/`;
    return below.split("/").map(reasonOfName).find(isReason) ?? reasonOfPlace((place) => below.includes(place));
  };
  let last: { readonly folder: string; readonly below: string | undefined; readonly reason: string | undefined } = {
    folder: "",
    below: undefined,
    reason: undefined,
  };
  return (path) => {
    const at = path.lastIndexOf("/");
    const name = path.slice(at + 1);
    if (at < 1 || !plainName.test(name)) return reasonOf(path);
    if (last.folder.length !== at || !path.startsWith(last.folder)) {
      const folder = path.slice(0, at);
      last = { folder, below: belowRoot(fold(toPath(folder))), reason: reasonOf(folder) };
    }
    if (last.below === undefined) return reasonOf(path);
    const folded = name.toLowerCase();
    const below = `${last.below}${folded}/`;
    return last.reason ?? reasonOfName(folded) ?? reasonOfPlace((place) => below.endsWith(place));
  };
}

/** A name that is one of all names that file systems take for the same, but for its case. */
const plainName = /^\.?[\w@+=~-]+(?:\.[\w@+=~-]+)*$/;
const isReason = (reason: string | undefined): boolean => reason !== undefined;

const reasonOfName = (name: string): string | undefined =>
  reasons.get(name) ?? alike.find(({ pattern }) => pattern.test(name))?.reason;

function reasonOfPlace(holds: (place: string) => boolean): string | undefined {
  return places.find(({ place }) => holds(place))?.reason;
}

/** One spelling for all that file systems take for the same name. */
const fold = (path: string): string =>
  path
    .normalize("NFKC")
    .replace(/\p{Cf}|\p{Cc}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u3164/gu, "")
    .toLowerCase()
    .split("/")
    .map((name, i) => (i === 1 && /^[a-z]:$/.test(name) ? name : name.split(":")[0]!.replace(/[. ]+$/, "")))
    .join("/");

/** Folders and files that are protected by name anywhere, because their contents run or decide what may run. */
export const protectedNames: Readonly<Record<string, readonly string[]>> = {
  "Git data or configuration": [".git", ".gitmodules", ".gitattributes", ".gitconfig", ".githooks", ".husky"],
  "a shell startup file": [
    ...[".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".profile", ".inputrc"],
    ...[".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".mkshrc", ".cshrc", ".tcshrc", ".login"],
    ...[".logout", ".envrc", ".xprofile", ".xinitrc", ".xsession", ".xsessionrc", ".pam_environment"],
    ...["profile.ps1", "microsoft.powershell_profile.ps1", "microsoft.vscode_profile.ps1"],
  ],
  "configuration of a package manager or login": [
    ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", ".pnpmfile.mjs", ".pypirc", ".netrc", "_netrc", ".curlrc"],
    ...[".wgetrc", ".ssh", ".gnupg", ".aws", ".kube", ".docker", ".direnv", ".mise.toml", ".tool-versions"],
    ...["mise.toml", "mise.local.toml", ".mise.local.toml"],
  ],
  "configuration of an agent": [
    ...[".mcp.json", ".claude", ".claude.json", ".cursor", ".cursorrules", ".cursorignore", ".codex", ".gemini"],
    ...[".geminiignore", ".windsurf", ".windsurfrules", ".continue", ".opencode", "opencode.json", "opencode.jsonc"],
    ...[".clinerules", ".clineignore", ".roo", ".roomodes", ".kilocode", ".junie", ".aider.conf.yml", ".amazonq"],
    ...[".agents", ".goosehints", ".qwen", ".kiro", ".holdall"],
    ...["agents.md", "agents.override.md", "claude.md", "claude.local.md", "gemini.md"],
  ],
  "configuration of an editor": [
    ...[
      ".vscode",
      ".vscode-server",
      ".idea",
      ".fleet",
      ".zed",
      ".devcontainer",
      ".devcontainer.json",
      ".vim",
      ".vimrc",
    ],
    ...[".gvimrc", ".exrc", ".nvimrc", ".nvim.lua", ".emacs", ".emacs.d", ".dir-locals.el"],
  ],
  "configuration of a linter, which can run code": [
    ...[".oxlintrc.json", ".oxlintrc.jsonc", "oxlintrc.json", "oxlintrc.jsonc", "mypy.ini", ".mypy.ini"],
  ],
  "a CI or Git hook configuration": [
    ...[".gitlab-ci.yml", ".circleci", ".buildkite", ".travis.yml", ".drone.yml", "jenkinsfile", "azure-pipelines.yml"],
    ...["bitbucket-pipelines.yml", ".pre-commit-config.yaml", "lefthook.yml", ".lefthook.yml"],
  ],
};

/** Paths of several segments that are protected. */
export const protectedPaths: Readonly<Record<string, readonly string[]>> = {
  "a CI or Git hook configuration": [".github/workflows", ".github/actions", ".forgejo/workflows", ".gitea/workflows"],
  "a shell startup file": [".config/fish", ".config/powershell", ".config/autostart", ".config/systemd"],
  "configuration of a package manager or login": [
    ...[".config/pip", ".config/gh", ".config/git", ".config/containers", ".config/mise"],
    ...[".cargo/config.toml", ".cargo/config"],
  ],
  "configuration of an editor": [".config/nvim", ".config/zed", ".config/emacs"],
  "configuration of an agent": [
    ...[".config/holdall", ".config/opencode", ".config/goose", ".config/github-copilot"],
    ...[".github/copilot-instructions.md", ".github/instructions"],
  ],
  "a startup item of the system": ["library/launchagents", "library/launchdaemons", "start menu/programs/startup"],
};

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries(protectedNames).flatMap(([reason, names]) => names.map((name) => [name, reason] as const)),
);

const places = Object.entries(protectedPaths).flatMap(([reason, paths]) =>
  paths.map((path) => ({ place: `/${path}/`, reason })),
);

/** Names that are recognized by their form. */
const alike: readonly { readonly pattern: RegExp; readonly reason: string | undefined }[] = [
  { pattern: /^.+\.git$|^git~\d$/, reason: reasons.get(".git") },
  { pattern: /^(eslint|oxlint)\.config\.[cm]?[jt]s$|^\.eslintrc(\.|$)/, reason: reasons.get("mypy.ini") },
  { pattern: /\.(code-workspace|sublime-project)$/, reason: reasons.get(".vscode") },
];
