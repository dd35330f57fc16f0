// What a web application with files and todos starts with; check-size weighs it.
export * from "@holdall/backends-opfs";
export * from "@holdall/tool-core";
export * from "@holdall/tools-fs";
export * from "@holdall/tools-todos";
