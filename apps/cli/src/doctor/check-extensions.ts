import type { Preset } from "@holdall/presets";
import type { LoadedExtension } from "../extensions/load-extensions.ts";
import { plain } from "../render/plain.ts";
import type { Finding } from "./finding.ts";

/** Every extension, what it brings, and what is wrong with it. */
export function checkExtensions(
  loaded: readonly LoadedExtension[],
  { states }: Pick<Preset["extensions"], "states">,
): Finding[] {
  return loaded.flatMap((each): Finding[] => {
    const { label, by, state, problem = state, fix, extensions } = each;
    if (state !== "loaded") {
      return [
        {
          name: `extension ${plain(label)}`,
          state: "missing",
          text: plain(`${problem}; named by ${by}`),
          ...(fix && { fix }),
        },
      ];
    }
    return extensions.map(({ name, backends = {}, middleware = [], policy, permissions = [] }): Finding => {
      const { tools = [], problems = [] } = states.find((one) => one.name === name) ?? {};
      const parts = [
        `${tools.length} tools${tools.length > 0 ? ` (${tools.join(", ")})` : ""}`,
        ...Object.keys(backends).map((backend) => `backend ${backend}:`),
        ...(middleware.length > 0 ? ["middleware"] : []),
        ...(policy ? ["a policy"] : []),
        `may ${permissions.length === 0 ? "access nothing" : permissions.map(describeScope).join(" and ")}`,
        `by ${by}`,
      ];
      const finding = { name: `extension ${name}`, text: plain(parts.join("; ")) };
      if (problems.length === 0) return { ...finding, state: "works" };
      return {
        ...finding,
        state: "missing",
        text: plain(`${finding.text}. ${problems.join(" ")}`),
        fix: `correct ${label}`,
      };
    });
  });
}

const describeScope = ({
  actions,
  under,
  tools,
}: NonNullable<LoadedExtension["extensions"][number]["permissions"]>[number]) =>
  [
    actions?.join(", ") ?? "everything",
    ...(under ? [`below ${under}`] : []),
    ...(tools ? [`with ${tools.join(", ")}`] : []),
  ].join(" ");
