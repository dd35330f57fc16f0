/** What a new workspace holds: a small shop with one defect, so that there is something to find. */
export const sample: Readonly<Record<string, string>> = {
  "/README.md": `# Corner shop

Prices in cents, rules in one place.

- From 10 pieces of one article on, the line is 10 % cheaper.
- More than 10 pieces in one basket travel free of charge.
`,
  "/CHANGELOG.md": "# Changelog\n\n## 2.3.1\n\n- Receipts show the price before and after the discount.\n",
  "/src/rules.js": `/** How much cheaper a line of the basket is, from 0 to 1. */
export function discount(pieces) {
  if (pieces > 10) return 0.1;
  return 0;
}

/** What it costs to send a basket, in cents. */
export function shipping(pieces) {
  if (pieces > 10) return 0;
  return 490;
}
`,
  "/src/basket.js": `import { discount, shipping } from "./rules.js";

/** The price of one line after its discount, in cents. */
export function lineTotal({ price, pieces }) {
  return Math.round(price * pieces * (1 - discount(pieces)));
}

/** What the customer pays, in cents. */
export function basketTotal(lines) {
  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
  return lines.reduce((sum, line) => sum + lineTotal(line), shipping(pieces));
}
`,
  "/data/orders.csv": [
    "order;city;status;pieces;day",
    "0041;Berlin;paid;12;2026-11-02",
    "0042;Riga;paid;3;2026-11-02",
    "0043;Porto;PAID;7;2026-11-03",
    "0044;Berlin;test;99;2026-11-03",
    "0045;;paid;4;2026-11-03",
    "0046;Riga;Paid;n/a;2026-11-04",
    "0047;Berlin;paid;5;2026-11-04",
    "0048;Porto;cancelled;8;2026-11-05",
    "0049;Riga;paid;11;2026-11-05",
    "",
  ].join("\r\n"),
  "/notes/windows.txt":
    "This file has Windows line endings.\r\nAn edit keeps them.\r\nTry it, then look at the bytes.\r\n",
};
