export { type CallApp, type CallAppOptions, callApp } from "./call-app.ts";
