import { overlay } from "@holdall/backends-compose";
import {
  allow,
  ask,
  type Dialect,
  firstOf,
  type Path,
  type Policy,
  type PolicyRequest,
  strictest,
} from "@holdall/tool-core";
import { askProtected, fsTools, knowsFile } from "@holdall/tools-fs";
import { explore, general } from "../families/_agents.ts";
import { inFamily } from "../families/_families.ts";
import { openOutputs } from "../families/_outputs.ts";
import { openQuarantine } from "../history/_quarantine.ts";
import {
  askRootDeletes,
  askUnconfined,
  confinedBy,
  isPlanning,
  keptFromDenied,
  reachesGit,
} from "../policy/_confinement.ts";
import { pointedReason } from "../policy/_indirect-paths.ts";
import { lintPolicy } from "../policy/_lint-policy.ts";
import { codingNotes, webNote } from "../session/notes.ts";
import { type CommonCode, definePreset, onlyBelow, type Preset, type PresetContext } from "../session/preset.ts";
import { sharedSandbox } from "../shell/_shared-sandbox.ts";
import type { Shell } from "../shell/_shell.ts";
import { chooseShell } from "../shell/_shell-choice.ts";
import { type Code, type Family, familyOf, type OpenedFamily } from "./code.ts";
import type { CodingOptions, CodingTools } from "./coding-options.ts";

/** The code of the tools other than those for files. */
export interface CodingCode extends CommonCode {
  readonly code: Code<Pick<typeof import("@holdall/tools-code"), "codeTools" | "readLints">>;
  readonly shell: Code<ShellCode>;
  readonly portable: Code<PortableCode>;
  readonly web: Code<Pick<typeof import("../families/_web.ts"), "openWeb">>;
  readonly todos: Code<Pick<typeof import("@holdall/tools-todos"), "todoTools">>;
  readonly memory: Code<Pick<typeof import("@holdall/tools-memory"), "askUntrustedWrites" | "memoryTools">>;
  readonly skills: Code<Pick<typeof import("@holdall/tools-skills"), "loadSkill" | "skillPolicy">>;
  readonly interact: Code<Pick<typeof import("@holdall/tools-interact"), "interactTools">>;
  /** What tools need that a host adds itself; absent where it adds none. */
  readonly added?: {
    readonly effectOf: ShellCode["effectOf"];
    readonly always: Policy;
    readonly lintsAfterEdit: typeof import("@holdall/tools-code").lintsAfterEdit;
  };
}

type PortableCode = Pick<typeof import("../shell/_portable.ts"), "openPortable">;

interface ShellCode {
  readonly openShell: typeof import("../shell/_shell.ts").openShell;
  readonly shellPolicy: typeof import("../policy/_shell-policy.ts").shellPolicy;
  readonly effectOf: typeof import("@holdall/tools-shell").effectOf;
}

/** The preset `coding`, with the code of its tools there already or imported later. Its policies are the same. */
export function codingWith<D extends Dialect>(options: CodingOptions<D>, code: CodingCode): Preset<CodingTools, D> {
  const { servers, lintsAfterEdit: after = 0 } = options;
  const { system: wanted, portable } = chooseShell(options.shell, options.backend ? undefined : {});
  const outputs = wanted && !options.backend ? openOutputs() : undefined;
  const kept = portable && !options.backend ? openOutputs() : undefined;
  return definePreset<CodingTools, D>(
    "coding",
    code,
    { ...options, beside: (outputs ?? kept)?.folder, records: true },
    (place) => {
      const quarantine = wanted && outputs ? openQuarantine(place.backend, place.names, wanted) : undefined;
      const files = fsTools({ ...place, preview: (backend) => overlay(backend) });
      const { names: roots, unkept } = place;
      const { permissions } = options;
      const worktrees = options.agents?.worktrees;
      const restrictions = { permissions, roots, unkept, worktrees };
      const shared = outputs && wanted ? sharedSandbox(wanted.sandbox, restrictions) : undefined;
      let opened: Shell | undefined;
      /** Before it is opened, no command runs. */
      const shell = {
        get sandbox() {
          return opened?.sandbox;
        },
      };
      // Only a command's accesses have one.
      let effectOf: ShellCode["effectOf"] = code.added?.effectOf ?? (() => undefined);
      const open = ({ openShell, shellPolicy, ...more }: ShellCode): OpenedFamily => {
        effectOf = more.effectOf;
        if (!wanted || !outputs || !shared) return { tools: [] };
        opened = openShell(
          { ...wanted, secrets: options.secrets, readsOnly: () => isPlanning(options.permissions) },
          {
            outputs,
            level: "default",
            dialect: options.dialect,
            shared,
            reclaimProtected: quarantine?.reclaimProtected,
            replacing: {
              isKnown: (session, path) => options.overwriteUnread === true || knowsFile(session, path),
              isKept: place.changes !== undefined,
            },
          },
        );
        return {
          tools: opened.tools,
          policy: firstOf(outputs.reads, shellPolicy(opened, place.names)),
          always: askUnconfined,
        };
      };
      const openPortable = ({ openPortable }: PortableCode): OpenedFamily => {
        if (!portable) return { tools: [] };
        const opened = openPortable(portable, {
          ...place,
          keepOutput: kept?.keep,
          readsOnly: () => isPlanning(options.permissions),
          web: options.web,
          secrets: options.secrets,
        });
        return kept ? { ...opened, policy: firstOf(kept.reads, ...(opened.policy ? [opened.policy] : [])) } : opened;
      };
      return {
        tools:
          servers && after > 0 && code.added ? code.added.lintsAfterEdit(files, { servers, within: after }) : files,
        families: familiesOf(options, code, place, {
          system: outputs && wanted ? open : undefined,
          portable: portable && openPortable,
        }),
        policy: firstOf(lintPolicy, ...place.names.map(deleting), onlyBelow(place, "read", "write")),
        always: strictest(
          askProtected({ roots: place.names, also: options.backend ? undefined : pointedReason(place.names) }),
          askRootDeletes(place.names, (access) => effectOf(access)),
          ...(code.added ? [code.added.always] : []),
          ...[outputs, kept].flatMap((each) => (each ? [each.guard] : [])),
        ),
        about: `You can read and write files below ${place.folders}; deleting needs the approval of the user.${options.web === false ? "" : webNote}`,
        notes: codingNotes,
        agents: [general, explore],
        shell: outputs !== undefined || portable !== undefined,
        sandbox: shared,
        settle: quarantine?.settle,
        ...(quarantine && { middleware: quarantine.middleware }),
        ...(outputs && {
          reachesKept: reachesGit(shell),
          isConfined: confinedBy(shell),
          isKeptFromDenied: keptFromDenied(shell, "default"),
        }),
        // Each of its accesses is judged when it happens, also in plan mode and by rules that deny.
        ...(portable && { isConfined: ofShell, isKeptFromDenied: ofShell }),
        web: options.web !== false,
      };
    },
  );
}

function familiesOf(
  { web, todos, memory, skills, interact, servers, linters, secrets }: CodingOptions,
  code: CodingCode,
  place: PresetContext,
  shells: {
    readonly system: ((code: ShellCode) => OpenedFamily) | undefined;
    readonly portable: ((code: PortableCode) => OpenedFamily) | undefined;
  },
): readonly Family[] {
  const names = (family: string) => inFamily("coding", family);
  const hasLints = servers !== undefined || linters !== undefined;
  return [
    familyOf(
      names("code").filter((name) => name !== "read_lints"),
      code.code,
      ({ codeTools }) => ({ tools: codeTools({ ...place, servers }) }),
    ),
    ...(shells.system ? [familyOf([...names("shell"), ...names("tasks")], code.shell, shells.system)] : []),
    ...(shells.portable ? [familyOf(["bash", ...names("tasks")], code.portable, shells.portable)] : []),
    ...(web === false ? [] : [familyOf(names("web"), code.web, ({ openWeb }) => openWeb(web, secrets))]),
    familyOf(names("planning"), code.todos, ({ todoTools }) => ({ tools: todoTools(todos) })),
    ...(memory
      ? [
          familyOf(names("memory"), code.memory, ({ memoryTools, askUntrustedWrites }) => ({
            tools: memoryTools(memory),
            policy: firstOf(allow({ tools: names("memory"), under: "/memories" }), askUntrustedWrites),
            always: askUntrustedWrites,
          })),
        ]
      : []),
    ...(skills
      ? [
          familyOf(names("skills"), code.skills, ({ loadSkill, skillPolicy }) => ({
            tools: [loadSkill(skills)],
            policy: skillPolicy(skills.skills),
          })),
        ]
      : []),
    ...(interact
      ? [
          familyOf(
            names("interaction").filter((name) => name !== "think"),
            code.interact,
            ({ interactTools }) => ({ tools: interactTools(interact) }),
          ),
        ]
      : []),
    ...(hasLints
      ? [
          familyOf(["read_lints"], code.code, ({ readLints }) => ({
            tools: [readLints({ backend: place.backend, servers, programs: linters })],
          })),
        ]
      : []),
  ];
}

const ofShell = ({ tool }: Pick<PolicyRequest, "tool">): boolean => tool.category === "shell";

/** Moving takes a name away and no content, so only real deletions ask. */
const deleting = (under: Path) =>
  firstOf(allow({ actions: ["delete"], under, tools: ["move_file"] }), ask({ actions: ["delete"], under }));
