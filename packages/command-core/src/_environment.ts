/** Whether a variable decides which programs run, or makes programs run others: nothing may set it unseen. */
export const changesPrograms = (name: string): boolean =>
  names.has(name) ||
  /^(LD_|DYLD_|GIT_|BASH_|PYTHON|PERL5|RUBY|NODE_|npm_config_|MAN)/.test(name) ||
  /_(PAGER|EDITOR|ASKPASS|SHELL|PROXY|proxy)$/.test(name)
    ? !harmless.has(name)
    : false;

const names = new Set(
  (
    "PATH HOME PWD OLDPWD SHELL IFS ENV CDPATH PAGER EDITOR VISUAL BROWSER PROMPT_COMMAND PS0 PS1 PS2 PS4 SHELLOPTS BASHOPTS " +
    "LESS LESSOPEN LESSCLOSE XDG_CONFIG_HOME XDG_DATA_HOME JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH " +
    "RUSTC RUSTC_WRAPPER CC CXX LD AR MAKEFLAGS TAR_OPTIONS RIPGREP_CONFIG_PATH GREP_OPTIONS SSH_ASKPASS DOCKER_HOST " +
    "KUBECONFIG GOFLAGS CARGO_HOME http_proxy https_proxy all_proxy"
  ).split(" "),
);

const harmless = new Set(
  "NODE_ENV NODE_DEBUG NODE_NO_WARNINGS GIT_TERMINAL_PROMPT GIT_PAGER_IN_USE PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE MANWIDTH".split(
    " ",
  ),
);
