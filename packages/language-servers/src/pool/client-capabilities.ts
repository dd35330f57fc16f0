const symbolKinds = Array.from({ length: 26 }, (_, at) => at + 1);

/** What we tell servers that we understand. */
export const clientCapabilities = {
  general: { positionEncodings: ["utf-16", "utf-8", "utf-32"] },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
  },
  window: { workDoneProgress: false },
  textDocument: {
    synchronization: { didSave: false },
    definition: { linkSupport: true },
    references: {},
    callHierarchy: {},
    diagnostic: { relatedDocumentSupport: false },
    publishDiagnostics: { versionSupport: true, codeDescriptionSupport: false },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true, symbolKind: { valueSet: symbolKinds } },
  },
} as const;
