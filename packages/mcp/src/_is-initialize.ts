/** True for the message that opens a connection of 2025. */
export const isInitialize = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "method" in body && body.method === "initialize";
