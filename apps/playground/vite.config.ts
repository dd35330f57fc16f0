import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Paths in the build are relative, so that it works below any folder of a static host. */
export default defineConfig({
  base: "./",
  plugins: [react()],
  build: { target: "es2023", reportCompressedSize: false },
});
