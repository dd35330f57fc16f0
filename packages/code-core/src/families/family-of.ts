import type { Language } from "../language.ts";
import type { Family } from "./_family.ts";
import { c } from "./c.ts";
import { json, toml, yaml } from "./config.ts";
import { csharp } from "./csharp.ts";
import { go } from "./go.ts";
import { groovy, java, kotlin } from "./java.ts";
import { javascript, typescript } from "./javascript.ts";
import { css, html, htmlPage, markdown } from "./markup.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { elixir, haskell, lua, powershell, shell, sql } from "./scripts.ts";
import { dart, scala, swift, zig } from "./swift.ts";

const families: Readonly<Record<Language, Family>> = {
  typescript,
  tsx: javascript,
  javascript,
  python,
  go,
  rust,
  java,
  kotlin,
  groovy,
  csharp,
  c,
  cpp: c,
  "objective-c": c,
  ruby,
  php,
  swift,
  scala,
  dart,
  zig,
  lua,
  elixir,
  haskell,
  shell,
  powershell,
  sql,
  css,
  html: htmlPage,
  vue: html,
  svelte: html,
  markdown,
  json,
  yaml,
  toml,
};

export function familyOf(language: Language): Family | undefined {
  return Object.hasOwn(families, language) ? families[language] : undefined;
}
