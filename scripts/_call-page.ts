import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile, transform } from "esbuild";

const page = (parts: { readonly script: string; readonly styles: string; readonly policy: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${parts.policy}">
<meta name="viewport" content="width=device-width">
<title>Tool call</title>
<style>${parts.styles}</style>
</head>
<body>
<div id="call"></div>
<script type="module">${parts.script}</script>
</body>
</html>
`;

/** The page of calls as one file: script and styles inside, allowed by their hashes, and nothing from a network. */
export const buildCallPage = async (uiReact: string): Promise<string> => (await bundleCallPage(uiReact)).html;

/** The same, with what is in it; paths there are relative to the folder. */
export async function bundleCallPage(
  uiReact: string,
  folder = uiReact,
): Promise<{ readonly html: string; readonly metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: folder,
    metafile: true,
    outdir: folder,
    entryPoints: [join(uiReact, "src/mcp-app/page/main.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    minify: true,
    jsx: "automatic",
    // The notices of React.
    legalComments: "eof",
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".css": "empty" },
    logLevel: "silent",
  });
  // Nothing in it may end the element that it stands in.
  const script = (outputFiles[0]?.text ?? "").trim().replaceAll("</script", "<\\/script");
  const styles = ["src/styles.css", "src/mcp-app/page/page.css"]
    .map((file) => readFileSync(join(uiReact, file), "utf8"))
    .join("\n");
  const { code } = await minifyCss(styles);
  const policy = [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(code)}'`,
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return { html: page({ script, styles: code, policy }), metafile };
}

const hash = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;

async function minifyCss(styles: string): Promise<{ readonly code: string }> {
  const { code } = await transform(styles, { loader: "css", minify: true });
  return { code: code.trim() };
}
