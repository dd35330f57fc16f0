/** Variables that a program needs to run at all; whatever else it needs, its configuration names. */
const inherited =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|USERPROFILE|USERNAME|HOMEDRIVE|HOMEPATH|XDG_[A-Z]+)$/i;

/** Get the few variables that every child process may have, without the credentials that the others may be. */
export const childEnvironment = (environment: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && inherited.test(name) && !value.startsWith("()") ? [[name, value]] : [],
    ),
  );
