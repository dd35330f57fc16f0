/** Bytes for users: exact below 1 KB, then one decimal. */
export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const unit = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1_024 ** unit).toFixed(1)} ${["B", "KB", "MB", "GB"][unit]}`;
}
