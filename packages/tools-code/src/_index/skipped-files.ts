/** Bytes of a file that is read at most. */
export const maxFileBytes = 1024 * 1024;

const generated =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|composer\.lock|Cargo\.lock|Gemfile\.lock|poetry\.lock|uv\.lock|go\.sum|flake\.lock)$|\.(?:min\.(?:js|css|mjs)|map|snap|svg)$/i;
const binary =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|psd|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|xz|bz2|zst|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|bin|dat|wasm|node|pyc|pyo|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|flac|mov|avi|mkv|webm|sqlite3?|db|snk|pdb|parquet|onnx|gguf|safetensors)$/i;

/** Why a file is not searched, by its name and size. */
export function skipReason(path: string, size: number): "binary" | "generated" | "too_large" | undefined {
  if (binary.test(path)) return "binary";
  if (generated.test(path)) return "generated";
  return size > maxFileBytes ? "too_large" : undefined;
}

/** Whether a text was generated: lines that are not for users. */
export function isMinified(text: string): boolean {
  if (text.length < 20_000) return false;
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return text.length / lines > 400;
}
