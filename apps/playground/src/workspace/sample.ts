import { cornerShop } from "../../../../examples/corner-shop.ts";

/** What a new workspace holds: a small shop with one defect, so that there is something to find. */
export const sample: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["README.md", "src/rules.js", "src/basket.js"].map((path) => [`/${path}`, cornerShop[path] ?? ""]),
  ),
  "/CHANGELOG.md": "# Changelog\n\n## 2.3.1\n\n- Receipts show the price before and after the discount.\n",
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
