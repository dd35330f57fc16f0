import { ToolError } from "@holdall/tool-core";

// Stands in for _load-nodemailer.ts in bundles for browsers, which open no connections to mail servers.

const missing = () =>
  new ToolError("unsupported", "A browser cannot send mail: it opens no connection to a mail server.", {
    hint: "Tell the user: send it from Node.",
  });

export async function loadConnection(): Promise<never> {
  throw missing();
}

export async function loadComposer(): Promise<never> {
  throw missing();
}
