import type { HostContext } from "./host.ts";

/** Variables of a host and those of the styles that they set. */
const variables: Readonly<Record<string, string>> = {
  "--color-text-primary": "--holdall-text",
  "--color-text-secondary": "--holdall-quiet",
  "--color-background-primary": "--holdall-paper",
  "--color-background-secondary": "--holdall-well",
  "--color-border-primary": "--holdall-edge",
  "--border-radius-md": "--holdall-radius",
  "--font-sans": "--holdall-font",
  "--font-mono": "--holdall-mono",
};

/** Take over theme, colors and fonts of the host. A value that could load something is left out. */
export function applyContext({ theme, styles }: HostContext): void {
  const { style } = document.documentElement;
  if (theme === "light" || theme === "dark") style.colorScheme = theme;
  for (const [name, own] of Object.entries(variables)) {
    const value = styles?.variables?.[name];
    if (typeof value === "string" && value.length < 200 && !/url|image|[{};]/i.test(value))
      style.setProperty(own, value);
  }
}
