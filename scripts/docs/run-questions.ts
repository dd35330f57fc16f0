import { apiPages } from "./api.ts";
import { askQuestions } from "./ask-questions.ts";

const more = new Map(apiPages().map(({ page, text }) => [page, text]));
let missed = 0;
for (const { question, expected, found } of await askQuestions(more)) {
  const ok = found.includes(expected);
  if (!ok) missed++;
  console.log(`${ok ? "✓" : "✗"} ${question}\n    ${found.join("  ")}${ok ? "" : `  (expected ${expected})`}`);
}
console.log(
  `\n${missed === 0 ? "Every" : `${missed} not, every other`} question is answered by the first or second page.`,
);
process.exitCode = missed === 0 ? 0 : 1;
