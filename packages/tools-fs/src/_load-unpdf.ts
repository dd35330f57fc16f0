import { ToolError } from "@holdall/tool-core";

/** What reads PDFs. Throws `unsupported` where it is not installed. */
export async function loadUnpdf() {
  try {
    return await import("unpdf");
  } catch (cause) {
    throw new ToolError("unsupported", "Reading PDFs needs the package unpdf, which is not installed.", {
      hint: "Tell the user to install it (npm install unpdf), or read the document in another format.",
      cause,
    });
  }
}
