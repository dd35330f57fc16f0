import type { AllowAnswer } from "@holdall/chat";
import { plain } from "../../render/plain.ts";
import type { Choice, ChoiceEnd } from "../../terminal/choice.ts";
import { type Allowing, refusal } from "./allow-by-line.ts";
import { isWord } from "./ask-by-form.ts";

interface ByForm extends Allowing {
  readonly choose: (choice: Choice) => Promise<ChoiceEnd>;
}

/** Ask for approval with a list, below the request. */
export async function allowByForm({ rules, ofProgram, show, choose }: ByForm): Promise<AllowAnswer> {
  const wider = `for ${rules.join("; ")}`;
  const yes = [
    { answer: "once", label: "Yes, once", key: "y" },
    ...(ofProgram
      ? [{ answer: "program", label: "Yes, exactly this, until the program that asks ends", key: "p" } as const]
      : []),
    ...(rules.length > 0
      ? [
          { answer: "session", label: "Yes, in this session", detail: wider, key: "s" } as const,
          { answer: "always", label: "Yes, always in this folder", detail: wider, key: "a" } as const,
        ]
      : []),
  ] as const;
  const items = [...yes, { label: "No", key: "n" }, { label: "No, do this instead:", isText: true }];
  const end = await choose({ title: ["Allow it?"], items });
  const written = end.end === "chosen" ? end.text : "";
  const text = isWord(written, "yes") || isWord(written, "no") ? "" : written;
  const [chosen = -1] = end.end === "chosen" ? end.items : [];
  const at = isWord(written, "yes") ? 0 : isWord(written, "no") ? yes.length : chosen;
  const said = `${items[at]?.label ?? "No"}${text === "" ? "" : ` ${plain(text)}`}`;
  show([`  → ${said}`]);
  return yes[at]?.answer ?? refusal(text);
}
