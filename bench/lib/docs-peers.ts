import { peers } from "./peers.ts";

/** The engine that PDFs are compared with beside Chromium, at this version. */
export const docsPeers = () => peers({ pdfmake: "0.3.11" });
