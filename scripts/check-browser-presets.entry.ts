// A web application with a ready preset; check-browser bundles it.
export * from "@holdall/backends-memory";
export * from "@holdall/presets";
export { openSession } from "@holdall/tool-core";
