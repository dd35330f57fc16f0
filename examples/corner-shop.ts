/**
 * The project that the demo and the playground work on: a small shop's prices, with one defect and a test that shows it.
 * The line that is wrong stands there twice, and only one of the two is wrong.
 */
export const cornerShop: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "corner-shop",
  "version": "2.3.1",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "README.md": `# Corner shop

Prices in cents, rules in one place.

- From 10 pieces of one article on, the line is 10 % cheaper.
- More than 10 pieces in one basket travel free of charge.
`,
  "CHANGELOG.md": `# Changelog

## 2.3.1

- Receipts show the price before and after the discount.

## 2.3.0

- Baskets of more than 10 pieces travel free of charge.
`,
  "src/rules.js": `/** How much cheaper a line of the basket is, from 0 to 1. */
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
  "src/basket.js": `import { discount, shipping } from "./rules.js";

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
  "src/receipt.js": `import { basketTotal, lineTotal } from "./basket.js";

const euros = (cents) => (cents / 100).toFixed(2);

/** The receipt as text, one line for each article. */
export function receipt(lines) {
  const rows = lines.map((line) => \`\${line.name} × \${line.pieces}  \${euros(lineTotal(line))}\`);
  return [...rows, \`Total  \${euros(basketTotal(lines))}\`].join("\\n");
}
`,
  "test/basket.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { basketTotal, lineTotal } from "../src/basket.js";

test("a single piece costs its price", () => {
  assert.equal(lineTotal({ price: 250, pieces: 1 }), 250);
});

test("ten pieces of one article are 10 % cheaper", () => {
  assert.equal(lineTotal({ price: 250, pieces: 10 }), 2250);
});

test("a basket of ten pieces pays for shipping", () => {
  const lines = [{ price: 100, pieces: 4 }, { price: 200, pieces: 6 }];
  assert.equal(basketTotal(lines), 2090);
});

test("a basket of eleven pieces travels free", () => {
  const lines = [{ price: 100, pieces: 5 }, { price: 200, pieces: 6 }];
  assert.equal(basketTotal(lines), 1700);
});
`,
  "test/receipt.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { receipt } from "../src/receipt.js";

test("a receipt ends with the total", () => {
  const text = receipt([{ name: "Pears", price: 120, pieces: 2 }]);
  assert.equal(text, "Pears × 2  2.40\\nTotal  7.30");
});
`,
};
