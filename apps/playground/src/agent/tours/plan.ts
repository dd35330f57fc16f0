import { outputOf, type Script, textOf } from "../step.ts";

const rules = "/src/rules.js";
const changelog = "/CHANGELOG.md";
const discounts: Readonly<Record<string, string>> = { "15 %": "0.15", "20 %": "0.2" };

const questions = [
  {
    question: "How much cheaper should large orders be?",
    header: "Discount",
    options: [
      { label: "15 %", description: "half as much again as now" },
      { label: "20 %", description: "twice as much as now" },
    ],
  },
  {
    question: "What else should say so?",
    header: "Also",
    options: [{ label: "The changelog" }, { label: "The README" }],
    multi_select: true,
  },
];

const planOf = (share: string, files: readonly string[], feedback: readonly string[]): string =>
  [
    "# Make large orders cheaper",
    "",
    `1. In \`${rules}\` the discount becomes **${share}**.`,
    ...files.map((file, at) => `${at + 2}. \`${file}\` says so.`),
    "",
    "Shipping stays as it is.",
    ...(feedback.length > 0 ? ["", "You said:", ...feedback.map((said) => `> ${said}`)] : []),
  ].join("\n");

/** Ask, plan, have the plan approved, and carry it out. */
export function* play(): Script {
  let read = yield {
    say: "Before I change prices I ask what only you can decide.",
    calls: [{ tool: "ask_user_question", input: { questions } }],
  };
  if (!read[0]?.ok) return "No answer, so I leave everything as it is.";
  const answers = JSON.stringify(outputOf(read[0]));
  const discount = Object.keys(discounts).find((each) => answers.includes(each)) ?? "15 %";
  const files = [
    ...(answers.includes("changelog") ? [changelog] : []),
    ...(answers.includes("README") ? ["/README.md"] : []),
  ];
  read = yield {
    say: "Now I plan. As long as I do, no tool may change anything: watch the edit being refused.",
    calls: [{ tool: "enter_plan_mode", input: { reason: "prices change" } }],
  };
  read = yield { say: "", calls: [{ tool: "read_file", input: { path: rules } }] };
  const rule = /return (0\.\d+);/.exec(textOf(read[0]))?.[1];
  if (rule === undefined) return "There is no discount here. Choose Memory as the workspace to start with the shop.";
  const edit = {
    tool: "edit_file",
    input: { path: rules, old_string: `return ${rule};`, new_string: `return ${discounts[discount]};` },
  };
  yield { say: "", calls: [edit] };
  const feedback: string[] = [];
  for (;;) {
    read = yield {
      say:
        feedback.length === 0
          ? "This is my plan. With it you permit exactly what it names."
          : "I have changed the plan.",
      calls: [
        {
          tool: "exit_plan_mode",
          input: {
            plan: planOf(discount, files, feedback),
            allow: [rules, ...files].map((scope) => ({ tool: "edit_file", scope })),
          },
        },
      ],
    };
    if (!read[0]?.ok) return "Not agreed, so nothing is changed. Plan mode stays on until you leave it.";
    const { outcome, feedback: said } = outputOf(read[0]);
    if (outcome === "approved") break;
    feedback.push(typeof said === "string" ? said : "Not yet.");
  }
  read = yield { say: "Agreed. What the plan names needs no further question.", calls: [edit, ...files.map(reading)] };
  if (!read[0]?.ok) return "The edit was not made, so I stop here.";
  const notes = files.flatMap((path, at) => noted(path, textOf(read[at + 1]), discount));
  if (notes.length > 0) read = yield { say: "And the rest of it.", calls: notes };
  return read.every(({ ok }) => ok)
    ? `Done: large orders are ${discount} cheaper. Rewind takes it back.`
    : "The rule is changed; some of the rest was left as it is.";
}

const reading = (path: string) => ({ tool: "read_file", input: { path } });

/** The edit by which a file says what the discount is. */
function noted(path: string, text: string, discount: string) {
  const before = path === changelog ? /## [\d.]+/.exec(text)?.[0] : /the line is \d+ % cheaper/.exec(text)?.[0];
  if (before === undefined) return [];
  const after =
    path === changelog ? `${before}\n\n- Large orders are ${discount} cheaper.` : `the line is ${discount} cheaper`;
  return [{ tool: "edit_file", input: { path, old_string: before, new_string: after } }];
}
