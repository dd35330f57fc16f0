import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Paths in the build are relative, so that it works below any folder of a static host. */
export default defineConfig({
  base: "./",
  plugins: [react()],
  // Workers that load their engines on use consist of several files.
  worker: { format: "es" },
  // Vite finds what pages import before it serves them, but does not look into workers: an engine that it meets in one is
  // prepared while the page is in use, and then the page is reloaded.
  optimizeDeps: { entries: ["index.html", "../../packages/*/src/**/*worker.browser.ts"] },
  build: {
    target: "es2023",
    // Browsers that know light-dark(): rewritten for others, it would follow the system and not the page's choice.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    reportCompressedSize: false,
  },
});
