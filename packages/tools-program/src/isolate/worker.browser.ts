import { serve } from "./serve.ts";

/** The entry of the Web Worker. */
void serve({
  post: (message) => self.postMessage(message),
  listen: (listener) => self.addEventListener("message", ({ data }) => listener(data)),
});
