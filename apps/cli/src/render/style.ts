import type { Screen } from "./screen.ts";

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = Readonly<Record<keyof typeof codes, (text: string) => string>>;

/** Functions that colour a text, or leave it alone where the screen shows no colours. */
export function styleFor({ colour }: Screen): Style {
  const paint = ([on, off]: readonly [number, number]) =>
    colour ? (text: string) => (text === "" ? "" : `\x1b[${on}m${text}\x1b[${off}m`) : (text: string) => text;
  return {
    bold: paint(codes.bold),
    dim: paint(codes.dim),
    red: paint(codes.red),
    green: paint(codes.green),
    yellow: paint(codes.yellow),
    cyan: paint(codes.cyan),
  };
}
