export type { CallView } from "@holdall/view-core";
