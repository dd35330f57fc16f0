import { ToolError } from "@holdall/tool-core";
import { toBase64 } from "@holdall/tool-kit";

/** The address of an endpoint below a base URL; credentials in the base become a header, so that no message can show them. */
export function endpoint(
  base: string,
  path: string,
  setting: string,
): { url: string; headers: Record<string, string> } {
  const wrong = () =>
    new ToolError("invalid_input", `${setting} is not an http or https URL.`, {
      hint: `Set ${setting} to the address of the server, such as https://search.example.com.`,
    });
  if (!URL.canParse(base)) throw wrong();
  const url = new URL(base);
  if (!/^https?:$/.test(url.protocol)) throw wrong();
  const { username, password } = url;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers: Record<string, string> = {};
  if (username) headers.authorization = `Basic ${toBase64(new TextEncoder().encode(credentials))}`;
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, "")}${path}`, headers };
}
