import { ToolError, toPath } from "@holdall/tool-core";

/** Of the XML that is sent. */
export const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

export interface AddressOptions {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly forcePathStyle: boolean | undefined;
}

/** The address of a key and a query. Every byte that is not unreserved is encoded, as the signature requires. */
export type Address = (key: string, query: Readonly<Record<string, string>>) => string;

export function createAddress({ bucket, endpoint, region, forcePathStyle }: AddressOptions): Address {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(bucket) || bucket.includes("..")) {
    throw new ToolError("invalid_input", `${JSON.stringify(bucket)} is not a bucket name.`, {
      hint: "Pass only the bucket, such as my-bucket, and a folder in it as `prefix`.",
    });
  }
  const url = URL.parse(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    throw new ToolError("invalid_input", "The endpoint is not a plain http or https URL.", {
      hint: "Pass https://host[:port], and the credentials separately.",
    });
  }
  const isPathStyle = forcePathStyle ?? (endpoint !== undefined || bucket.includes("."));
  const host = isPathStyle ? url.host : `${bucket}.${url.host}`;
  const base = `${url.protocol}//${host}${url.pathname.replace(/\/$/, "")}${isPathStyle ? `/${bucket}` : ""}/`;
  return (key, query) => {
    const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
    return base + encodeKey(key) + (search.length > 0 ? `?${search.join("&")}` : "");
  };
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const encodeKey = (key: string): string => encode(key).replaceAll("%2F", "/");

/** The common beginning of keys: empty, or a folder with its slash. */
export const basePrefix = (prefix: string): string => {
  const path = toPath(`/${prefix}`);
  return path === "/" ? "" : `${path.slice(1)}/`;
};
