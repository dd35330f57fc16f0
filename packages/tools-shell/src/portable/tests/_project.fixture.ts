// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell expansions look like JavaScript templates
/** A small project as agents meet them, by path. */
export const project: Readonly<Record<string, string>> = {
  "README.md":
    "# Shop\n\nA small shop.\n\n## Install\n\nRun the installer.\n\n## Use\n\n- list items\n- TODO: add a cart\n- pay\n\nSee [docs](docs/guide.md).\n",
  "package.json":
    '{\n  "name": "shop",\n  "version": "1.4.2",\n  "scripts": { "test": "vitest", "build": "tsc -p ." },\n  "dependencies": { "zod": "^4.0.0", "yaml": "^2.9.0" }\n}\n',
  "src/index.ts":
    'import { total } from "./cart.ts";\nimport { formatPrice } from "./price.ts";\n\n// TODO: read the items from a file\nconst items = [{ name: "tea", price: 3 }, { name: "cake", price: 5 }];\nconsole.log(formatPrice(total(items)));\n',
  "src/cart.ts":
    "export interface Item {\n  name: string;\n  price: number;\n}\n\nexport function total(items: Item[]): number {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n",
  "src/price.ts":
    'export const currency = "EUR";\n\nexport function formatPrice(value: number): string {\n  // FIXME: rounding\n  return `${value.toFixed(2)} ${currency}`;\n}\n',
  "src/util/strings.ts":
    "export const upper = (text: string) => text.toUpperCase();\nexport const lower = (text: string) => text.toLowerCase();\nexport const trim = (text: string) => text.trim(); // TODO: tabs\n",
  "src/util/old name.ts": "export const legacy = true;\n",
  "test/cart.test.ts": 'import { total } from "../src/cart.ts";\n\ntest("adds", () => expect(total([])).toBe(0));\n',
  "docs/guide.md": "# Guide\n\nStep one.\nStep two.\nStep three.\n\n```sh\nnpm install\n```\n",
  "docs/changes.md":
    "## 1.4.2\n\n- Fix the cart\n\n## 1.4.1\n\n- Fix a typo\n- Add tea\n\n## 1.4.0\n\n- First version\n",
  "data/sales.csv":
    "date,item,amount,price\n2026-01-02,tea,3,2.50\n2026-01-02,cake,1,4.00\n2026-01-03,tea,2,2.50\n2026-01-05,coffee,5,3.20\n2026-01-05,cake,2,4.00\n2026-01-07,tea,1,2.75\n",
  "data/users.json":
    '[\n  { "id": 1, "name": "Ada", "age": 36, "tags": ["admin", "dev"], "address": { "city": "London" } },\n  { "id": 2, "name": "Bob", "age": 25, "tags": [], "address": { "city": "Paris" } },\n  { "id": 3, "name": "Cleo", "age": 41, "tags": ["dev"], "address": { "city": "Cairo" } }\n]\n',
  "data/config.yaml": "server:\n  host: localhost\n  port: 8080\nfeatures:\n  - cart\n  - search\ndebug: false\n",
  "data/words.txt": "pear\napple\nfig\napple\nkiwi\nbanana\nfig\napple\nÄpfel\n",
  "data/numbers.txt": "10\n9\n100\n33\n-4\n7.5\n",
  "data/people.tsv": "name\tage\tcity\nAda\t36\tLondon\nBob\t25\tParis\nCleo\t41\tCairo\n",
  "logs/app.log":
    '2026-01-02T10:00:00 INFO start pid=12\n2026-01-02T10:00:01 WARN slow query ms=320\n2026-01-02T10:00:05 ERROR failed user=7 path="/cart"\n2026-01-02T10:01:00 INFO request ms=12\n2026-01-02T10:02:00 ERROR failed user=9 path="/pay"\n2026-01-02T10:02:30 INFO request ms=48\n2026-01-02T10:03:00 INFO stop\n',
  "logs/access.log":
    '10.0.0.1 - - [02/Jan/2026] "GET /items HTTP/1.1" 200 512\n10.0.0.2 - - [02/Jan/2026] "GET /cart HTTP/1.1" 200 128\n10.0.0.1 - - [02/Jan/2026] "POST /pay HTTP/1.1" 500 64\n10.0.0.3 - - [02/Jan/2026] "GET /items HTTP/1.1" 304 0\n10.0.0.1 - - [02/Jan/2026] "GET /missing HTTP/1.1" 404 32\n',
  "env.sample": "# settings\nHOST=localhost\nPORT=8080\nNAME='My Shop'\nEMPTY=\n",
  "scripts/lib.sh":
    'log() { printf "[%s] %s\\n" "$1" "$2"; }\nsum() { local total=0 n; for n in "$@"; do total=$((total + n)); done; echo "$total"; }\n',
  "scripts/run.sh":
    '#!/usr/bin/env bash\nset -euo pipefail\nname="${1:-world}"\necho "Hello, $name"\n[ "$#" -le 1 ] || { echo "too many" >&2; exit 2; }\n',
  ".gitignore": "node_modules\n*.tmp\n/dist\n",
  "empty.txt": "",
  "no-newline.txt": "last line without end",
};
