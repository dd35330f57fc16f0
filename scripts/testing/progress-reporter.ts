import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from "vitest/node";

interface ProjectProgress {
  files: number;
  passed: number;
  failed: number;
  skipped: number;
  milliseconds: number;
}

const slowest = 10;
/** Milliseconds between two drawings of the live line. */
const frame = 250;

/**
 * Prints what a run does while it runs: a line for each project as it ends, each failure when it happens, the slowest files
 * at the end, and on a terminal a live line with the files that run and how many are left.
 */
export function progressReporter(): Reporter {
  const projects = new Map<string, ProjectProgress>();
  const running = new Set<string>();
  const times: { readonly file: string; readonly milliseconds: number }[] = [];
  const { stdout } = process;
  const started = Date.now();
  let root = process.cwd();
  let [all, done] = [0, 0];
  let timer: NodeJS.Timeout | undefined;

  const erase = (): void => {
    if (stdout.isTTY) stdout.write("\r\u001b[K");
  };
  const say = (text: string): void => {
    erase();
    stdout.write(`${text}\n`);
  };
  const draw = (): void => {
    const left = all - done;
    const line = `${seconds(Date.now() - started)}  ${done} of ${all} files, ${left} left: ${[...running].join(", ")}`;
    stdout.write(`\r\u001b[K${line.slice(0, (stdout.columns ?? 80) - 1)}`);
  };
  const show = (file: string): string => relative(root, file);

  return {
    onInit(vitest: Vitest) {
      root = vitest.config.root;
    },
    onTestRunStart(files: readonly TestSpecification[]) {
      all = files.length;
      for (const { project } of files) {
        const found = projects.get(project.name);
        if (found) found.files++;
        else projects.set(project.name, { files: 1, passed: 0, failed: 0, skipped: 0, milliseconds: 0 });
      }
      if (stdout.isTTY) timer = setInterval(draw, frame);
    },
    onTestModuleStart({ moduleId }: TestModule) {
      running.add(show(moduleId));
    },
    onTestCaseResult(test: TestCase) {
      const result = test.result();
      if (result.state === "failed")
        say(failure([show(test.module.moduleId), test.fullName].join(" > "), result.errors));
    },
    onTestModuleEnd(module: TestModule) {
      done++;
      running.delete(show(module.moduleId));
      const { duration } = module.diagnostic();
      times.push({ file: show(module.moduleId), milliseconds: duration });
      const broken = module.errors();
      if (broken.length > 0) say(failure(show(module.moduleId), broken));
      const { name } = module.project;
      const project = projects.get(name);
      if (!project) return;
      project.milliseconds += duration;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") project[state]++;
      }
      if (broken.length > 0) project.failed++;
      if (--project.files === 0) say(projectLine(name, project));
    },
    onTestRunEnd(_modules, errors) {
      clearInterval(timer);
      for (const error of errors) say(failure("outside of a test", [error]));
      say("");
      say("slowest files:");
      times.sort((a, b) => b.milliseconds - a.milliseconds);
      for (const { file, milliseconds } of times.slice(0, slowest))
        say(`${seconds(milliseconds).padStart(8)}  ${file}`);
    },
  };
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function projectLine(name: string, { passed, failed, skipped, milliseconds }: ProjectProgress): string {
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  return `${failed > 0 ? "FAIL" : "ok  "} ${name.padEnd(22)} ${seconds(milliseconds).padStart(8)}  ${counts.join(", ")}`;
}

interface Problem {
  readonly message?: string;
  readonly stack?: string | undefined;
  readonly diff?: string | undefined;
}

function failure(name: string, problems: readonly Problem[]): string {
  const texts = problems.map(({ message = "", stack = "", diff }) => {
    const here = stack.split("\n").filter((line) => !/^\s+at .*(?:node_modules|node:)/.test(line));
    const text = stack.includes(message) ? here.join("\n") : `${message}\n${here.join("\n")}`;
    return [text, diff].filter(Boolean).join("\n");
  });
  return [`FAIL ${name}`, ...texts.flatMap((text) => text.split("\n").map((line) => `     ${line}`))].join("\n");
}
