import { toHex } from "@holdall/tool-kit";

export const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));
