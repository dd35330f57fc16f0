import type { Arg } from "./arg.ts";

/** What is known of the names that the programs of a command get. */
export interface Exported {
  /** Names that the shell hands on to programs before the command sets any. */
  readonly exported: ReadonlySet<string>;
}

/** Why a variable that programs get must not be set unseen; nothing for those that only say how to print, or for which purpose to run. */
export function exportReason(name: string, value?: Arg): string | undefined {
  const isText = value === undefined || (value.kind === "exact" && !/[/\\]|^\.\./.test(value.text));
  if (harmless.has(name)) return undefined;
  if (/^(LC_[A-Z]+|LANG|LANGUAGE|TERM)$/.test(name) && isText) return undefined;
  if (name === "TZ" && (isText || /^[A-Za-z]\w*(\/[A-Za-z][\w+-]*)*$/.test(value.text))) return undefined;
  return `it sets ${name}, which may change what programs do`;
}

/** Why a variable must not be set unseen, where the shell keeps it to itself unless it has handed it on before. */
export const variableReason = (name: string, value: Arg | undefined, { exported }: Exported): string | undefined => {
  if (exported.has(name)) return exportReason(name, value);
  if (integers.has(name) && !(value?.kind === "exact" && /^\d+$/.test(value.text)))
    return `it sets ${name}, and bash computes what it is set to`;
  return isSpecial(name) ? exportReason(name, value) : undefined;
};

/** Variables that are integers: a value is computed, and may hold a substitution. Tried in bash 5.2. */
const integers = new Set("RANDOM SRANDOM OPTIND HISTCMD SECONDS LINENO BASHPID EPOCHSECONDS PPID UID EUID".split(" "));

/** Whether a variable may change which programs run, or add some; others only tell a program what to do. */
export const changesPrograms = (name: string): boolean =>
  isSpecial(name) || /^(CARGO|RUST|YARN|PNPM|COREPACK|GEM|BUNDLE|KUBE|HELM|TF|AWS|GH|SUDO|DOTNET|PIP|UV)_?/.test(name);

/** Names that change the shell itself, or that it was started with, wherever it was. */
const isSpecial = (name: string): boolean =>
  special.has(name) ||
  /^(LD_|DYLD_|GIT_|BASH_|PYTHON|PERL5|RUBY|NODE_|npm_config_|MAN|LC_)/.test(name) ||
  /_(PAGER|EDITOR|ASKPASS|SHELL|PROXY|proxy)$/.test(name);

const special = new Set(
  (
    "PATH HOME PWD OLDPWD SHELL IFS ENV CDPATH PAGER EDITOR VISUAL BROWSER PROMPT_COMMAND PS0 PS1 PS2 PS4 SHELLOPTS BASHOPTS " +
    "GLOBIGNORE EXECIGNORE POSIXLY_CORRECT HISTFILE TMPDIR USER LOGNAME LANG LANGUAGE TZ TERM COLUMNS LINES " +
    "LESS LESSOPEN LESSCLOSE XDG_CONFIG_HOME XDG_DATA_HOME JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH " +
    "RUSTC RUSTC_WRAPPER CC CXX LD AR MAKEFLAGS TAR_OPTIONS RIPGREP_CONFIG_PATH GREP_OPTIONS SSH_ASKPASS DOCKER_HOST " +
    "KUBECONFIG GOFLAGS CARGO_HOME http_proxy https_proxy all_proxy"
  ).split(" "),
);

/** Whatever their value: they choose an environment by name, how much is printed, in which colors and how wide. */
const harmless = new Set(
  (
    "CI NODE_ENV APP_ENV RAILS_ENV RACK_ENV MIX_ENV FLASK_ENV DENO_ENV BUN_ENV DEBUG VERBOSE QUIET LOG_LEVEL " +
    "LOGLEVEL RUST_LOG RUST_BACKTRACE NODE_DEBUG NODE_NO_WARNINGS NODE_DISABLE_COLORS PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE " +
    "PYTHONHASHSEED FORCE_COLOR NO_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM COLUMNS LINES MANWIDTH PORT SEED " +
    "GIT_TERMINAL_PROMPT GIT_PAGER_IN_USE GIT_OPTIONAL_LOCKS DEBIAN_FRONTEND SOURCE_DATE_EPOCH " +
    "GOOS GOARCH GOMAXPROCS OMP_NUM_THREADS MAKELEVEL DO_NOT_TRACK NEXT_TELEMETRY_DISABLED DOTNET_CLI_TELEMETRY_OPTOUT " +
    "TURBO_TELEMETRY_DISABLED HOMEBREW_NO_AUTO_UPDATE PIP_DISABLE_PIP_VERSION_CHECK npm_config_loglevel npm_config_progress " +
    "npm_config_fund npm_config_audit npm_config_color"
  ).split(" "),
);
