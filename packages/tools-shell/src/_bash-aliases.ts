import type { Aliases, ForeignParam } from "@holdall/tool-core";
import type { BashOutput } from "./run/bash-output.ts";

const isTrue = (value: unknown): boolean => value === true || value === "true";

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.split("'").join(String.raw`'\''`)}'`;

/** Codex sends words: those of a shell with a script, or of a program. */
const words: ForeignParam = (value) => {
  if (!Array.isArray(value)) return { input: { command: value } };
  const [program = "", flag = "", script, ...more] = value.map(String);
  const isScript = /(?:^|\/)(?:ba|z|da)?sh$/.test(program) && /^-l?c$/.test(flag) && script !== undefined;
  return {
    input: { command: isScript && more.length === 0 ? script : value.map((word) => quoted(String(word))).join(" ") },
  };
};

/** Cursor and Moldable send a list of levels. */
const levels: ForeignParam = (value) => {
  let asked: unknown = value;
  if (typeof value === "string" && value.startsWith("[")) {
    try {
      asked = JSON.parse(value);
    } catch {
      return { input: { permissions: value } }; // the schema says what is wrong
    }
  }
  const named = [asked].flat().map((each) => (each === "full_network" ? "network" : each));
  const list = [...new Set(named)].filter((each) => each !== "");
  const level = list.includes("all") ? "all" : list[0];
  const note = `A command has one level: ${level} was used. Request all if ${list.join(" and ")} are needed at once.`;
  return {
    input: level === undefined ? {} : { permissions: level },
    ...(list.length > 1 && level !== "all" && { note }),
  };
};

const everythingWhere =
  (asks: (value: unknown) => boolean): ForeignParam =>
  (value) => ({ input: asks(value) ? { permissions: "all" } : {} });

/** Anthropic's bash tool restarts its shell, with no command; the folder is then what there is to say. */
const restart: ForeignParam = (value, { input: { command = "pwd" } }) =>
  isTrue(value) ? { input: { command, fresh: true }, note: "Bash session restarted." } : {};

const about: ForeignParam = (value, { input }) => ({
  input: input.description === undefined ? { description: String(value) } : {},
});

/** How other agents call the running of a command. */
export const bashSpellings: Aliases = {
  claude: { name: "Bash", params: { fresh: "restart" } },
  camel: {
    name: "runCommand",
    params: { run_in_background: "background" },
    output(output) {
      const {
        command,
        output: stdout,
        errors = "",
        exit_code: exitCode,
        status,
        signal,
        ...more
      } = output as BashOutput;
      const { cwd, task_id: taskId, output_path: outputFile, duration_ms: durationMs, denied, notes } = more;
      return {
        success: status === "running" || (status === "exited" && exitCode === 0),
        command,
        stdout,
        stderr: errors,
        ...(exitCode !== undefined && { exitCode }),
        status,
        ...(signal !== undefined && { signal }),
        cwd,
        durationMs,
        ...(taskId !== undefined && { taskId }),
        ...(outputFile !== undefined && { outputFile }),
        ...(denied && { denied }),
        notes,
      };
    },
  },
  names: [
    ...["execute_command", "run_command", "shell", "run_shell_command", "run_terminal_cmd", "run_terminal_command"],
    ...["shell_command", "exec_command", "local_shell", "execute_bash", "execute"],
  ],
  params: {
    cmd: "command",
    timeout_ms: "timeout",
    workdir: "cwd",
    working_directory: "cwd",
    directory: "cwd",
    dir_path: "cwd",
    is_background: "run_in_background",
    background: "run_in_background",
  },
  foreign: {
    command: words,
    permissions: levels,
    required_permissions: levels,
    dangerously_disable_sandbox: everythingWhere(isTrue),
    with_escalated_permissions: everythingWhere(isTrue),
    sandbox_permissions: everythingWhere((value) => value === "require_escalated"),
    explanation: about,
    justification: about,
    requires_approval: "",
    require_user_approval: "",
    restart,
    login: "",
    prefix_rule: "",
    shell: (value) =>
      /(?:^|\/)bash$/.test(String(value)) ? {} : { note: "Commands run in bash; name another shell in the command." },
    tty: (value) => (isTrue(value) ? { note: "Commands do not have a terminal." } : {}),
    yield_time_ms: "yield_time_ms was not used: run_in_background returns at once, and timeout ends a command.",
    max_output_tokens: "max_output_tokens was not used: a long output is cut, and a file has all of it.",
  },
};
