const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean));

/** Settings of mypy that only change what it reports of the files that it reads. */
const data = words(`
  allow_empty_bodies allow_redefinition allow_redefinition_new allow_redefinition_old allow_untyped_globals always_false
  always_true check_unreachable check_untyped_defs deprecated_calls_exclude disable_bytearray_promotion
  disable_error_code disable_memoryview_promotion disallow_any_decorated disallow_any_explicit disallow_any_expr
  disallow_any_generics disallow_any_unimported disallow_incomplete_defs disallow_subclassing_any
  disallow_untyped_calls disallow_untyped_decorators disallow_untyped_defs enable_error_code
  enable_incomplete_feature explicit_package_bases extra_checks follow_imports follow_imports_for_stubs
  follow_untyped_imports ignore_errors ignore_missing_imports ignore_missing_imports_per_module implicit_optional
  implicit_reexport local_partial_types mypy_path namespace_packages no_silence_site_packages no_site_packages
  old_type_inference platform python_version report_deprecated_as_note scripts_are_modules strict strict_bytes
  strict_concatenate strict_equality strict_equality_for_none strict_optional untyped_calls_exclude
  warn_incomplete_stub warn_no_return warn_redundant_casts warn_return_any warn_unreachable warn_unused_configs
  warn_unused_ignores
`);

/** Settings that mean nothing here: files are named, the output has a form of its own, and caches are temporary. */
const unneeded = words(`
  cache_dir cache_fine_grained color_output error_summary exclude exclude_gitignore files fixed_format_cache
  hide_error_codes hide_error_context incremental modules num_workers packages pretty reveal_verbose_types
  show_absolute_path show_column_numbers show_error_code_links show_error_codes show_error_context show_error_end
  skip_cache_mtime_checks skip_version_check sqlite_cache verbosity
`);

/** The spellings that mypy takes for the opposite of a setting. */
function spellings(key: string): readonly string[] {
  const bare = key.replace(/^no_/, "");
  const opposite = bare.startsWith("allow_") ? `dis${bare}` : bare.replace(/^disallow_/, "allow_");
  return [key, bare, opposite];
}

/** What a setting is for mypy: data that it may have, nothing that matters here, or possibly code. */
export function kindOfMypyKey(key: string): "data" | "unneeded" | "other" {
  const names = spellings(key);
  if (names.some((name) => data.has(name))) return "data";
  return names.some((name) => unneeded.has(name)) ? "unneeded" : "other";
}
