export { AppFrame, type AppFrameProps } from "./app-frame.tsx";
export type { AppAddresses } from "./confine-page.ts";
