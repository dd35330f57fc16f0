// What a web application with files and todos starts with; check-browser weighs it.
export * from "@holdall/backends-opfs";
export * from "@holdall/tool-core";
export * from "@holdall/tools-fs";
export * from "@holdall/tools-todos";
