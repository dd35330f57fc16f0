import type { Access } from "@holdall/tool-core";
import { describeAccess, startedBy } from "../../approval/describe-access.ts";
import { parseArguments } from "../../config/arguments.ts";
import { setupHelp, setupOptionsWithout } from "../../config/read/setup-options.ts";
import type { Io } from "../../io.ts";
import { confinementOf, describeConfinement } from "../../policy/describe-confinement.ts";
import { print } from "../../render/print.ts";
import { type Setup, setUp } from "../../setup/set-up.ts";
import { UsageError } from "../../usage-error.ts";

export const options = { ...setupOptionsWithout("audit", "verbose"), json: { type: "boolean" } } as const;

export const help = `holdall policy explain TOOL 'JSON' [options]: what would be decided, and why
holdall policy check [options]: the rules that hold here, and their mistakes

${setupHelp(options)}
  --json             as JSON

For bash, pass the command instead of JSON. The output also says in which sandbox
it would run, and what it would reach of the network. Nothing runs and nothing
asks for approval. explain exits with 0 when the call is allowed, 3 when a user
would be asked, and 4 when it is denied. check exits with 1 when it finds
something.

Examples
  holdall policy explain bash 'git push origin main'
  holdall policy explain write_file '{"path": ".env", "content": ""}'
  holdall policy check`;

/** Explain a decision, or look the rules over. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const { values, words } = parseArguments(argv, options, { most: 3 });
  const [action, tool, input] = words;
  if (action === "check") return await check(values, io);
  if (action !== "explain" || tool === undefined)
    throw new UsageError(
      "Say what to do: explain a call, or check the rules.",
      "holdall policy explain bash 'git push' or holdall policy check.",
    );
  return await explain(tool, input, values, io);
}

type Values = Parameters<typeof setUp>[0] & { readonly json?: boolean };

const exits = { allow: 0, ask: 3, deny: 4 };

async function explain(name: string, input: string | undefined, values: Values, io: Io): Promise<number> {
  const [{ openSession }, { permissions }] = await Promise.all([
    import("@holdall/tool-core"),
    import("@holdall/permissions"),
  ]);
  await using setup = await setUp(values, io);
  const { preset, rules } = setup;
  await using session = openSession(preset.registry, preset);
  const tool = preset.registry.get(name);
  const parsed = inputOf(input, tool?.category === "shell");
  const decision = await session.decide(name, parsed);
  const roots = [preset.cwd];
  const confinement = tool?.category === "shell" && (await confine(setup, parsed, decision.access));
  const isKeptFromDenied = () => confinement && confinement.sandbox !== undefined;
  const { rules: sets = [], mode = "default" } = rules ?? {};
  const evaluator = permissions({ rules: sets, mode, roots, isKeptFromDenied });
  const reasons = tool
    ? decision.access.map((access) => ({ ...access, ...evaluator.explain({ tool, input: parsed, access }) }))
    : [];
  const why = decision.effect === "deny" ? decision.reason : decision.effect === "ask" ? decision.prompt : "";
  if (values.json)
    print(
      JSON.stringify(
        {
          effect: decision.effect,
          why,
          access: decision.access,
          rules: reasons,
          ...(confinement && { runs: confinement }),
        },
        null,
        2,
      ),
      io,
    );
  else {
    const lines = [
      `${decision.effect}${why && `: ${why}`}`,
      ...decision.access.flatMap((access) => [
        `  ${describeAccess(access)}`,
        ...startedBy(access).map((text) => `    starts ${text}`),
      ]),
      ...(confinement ? describeConfinement(confinement) : []),
      ...reasons
        .filter(({ rule, mode }) => rule || mode)
        .map(({ action, target, effect, reason }) => `  ${effect} ${action} ${target}: ${reason}`),
    ];
    print(lines.join("\n"), io);
  }
  return exits[decision.effect];
}

async function confine({ preset, config, findSandbox }: Setup, input: unknown, access: readonly Access[]) {
  const chosen = await findSandbox();
  await using _ = { [Symbol.asyncDispose]: async () => await chosen.sandbox[Symbol.asyncDispose]?.() };
  const usual = preset.name === "readonly" ? "read_only" : "default";
  return confinementOf({ chosen, usual, input, access, domains: config.sandbox?.domains ?? [] });
}

function inputOf(text: string | undefined, isCommand: boolean): unknown {
  if (text === undefined) return {};
  if (isCommand && !text.trimStart().startsWith("{")) return { command: text };
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("The input is not JSON.", "Put it in single quotes; for bash, write the command itself.");
  }
}

async function check(values: Values, io: Io): Promise<number> {
  const { lintRules } = await import("@holdall/permissions");
  await using setup = await setUp(values, io);
  const { preset, rules } = setup;
  const findings = (rules?.rules ?? []).flatMap((set) =>
    lintRules(set, preset.registry.tools()).map((finding) => ({ source: set.source ?? "", ...finding })),
  );
  const problems = [...setup.ignored.map((problem) => ({ source: "", rule: "", problem })), ...findings];
  if (values.json)
    print(JSON.stringify({ sets: rules?.rules ?? [], mode: rules?.mode ?? "default", problems }, null, 2), io);
  else {
    const sets = (rules?.rules ?? []).flatMap(({ source, allow = [], ask = [], deny = [] }) => [
      `${source}`,
      ...deny.map((rule) => `  deny   ${rule}`),
      ...ask.map((rule) => `  ask    ${rule}`),
      ...allow.map((rule) => `  allow  ${rule}`),
    ]);
    const lines = [
      ...(sets.length > 0 ? sets : ["No rules; the preset decides."]),
      ...problems.map(({ rule, problem }) => `! ${rule && `${rule}: `}${problem}`),
    ];
    print(lines.join("\n"), io);
  }
  return problems.length > 0 ? 1 : 0;
}
