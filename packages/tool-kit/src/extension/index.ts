export {
  defineExtension,
  type Extension,
  type ExtensionBackendPlace,
  type ExtensionWorkspace,
  extensionKeyword,
  isExtension,
} from "./extension.ts";
