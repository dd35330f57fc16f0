import type { Language } from "../language.ts";
import type { Family } from "./_family.ts";
import { c } from "./languages/c.ts";
import { json, toml, yaml } from "./languages/config.ts";
import { csharp } from "./languages/csharp.ts";
import { go } from "./languages/go.ts";
import { groovy, java, kotlin } from "./languages/java.ts";
import { javascript, typescript } from "./languages/javascript.ts";
import { css, html, htmlPage, markdown } from "./languages/markup.ts";
import { php } from "./languages/php.ts";
import { python } from "./languages/python.ts";
import { ruby } from "./languages/ruby.ts";
import { rust } from "./languages/rust.ts";
import { elixir, haskell, lua, powershell, shell, sql } from "./languages/scripts.ts";
import { dart, scala, swift, zig } from "./languages/swift.ts";

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
