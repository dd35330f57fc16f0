// A web application with a ready preset; check-size weighs it.
export * from "@holdall/backends-memory";
export { coding, minimal, readonly, research } from "@holdall/presets";
export { openSession } from "@holdall/tool-core";
