import { foldName } from "@holdall/tool-core";

/**
 * Canonical name → the other names, folded, that sets of tools give it. What folds to the canonical one is not written, nor
 * what a host may well call a tool of its own, such as `fetch` or `list`.
 */
const names: Readonly<Record<string, readonly string[]>> = {
  read_file: ["read", "fileread", "viewfile", "catfile", "openfile", "viewimage", "notebookread", "readnotebook"],
  write_file: ["write", "filewrite", "createfile", "writetofile"],
  edit_file: ["edit", "fileedit", "strreplace", "searchreplace", "replaceinfile"],
  apply_patch: ["patchfiles"],
  edit_notebook: ["notebookedit", "notebookeditcell", "editnotebookcell"],
  undo: ["undoedit", "undochange", "revertedit"],
  delete_file: ["removefile"],
  move_file: ["renamefile"],
  create_directory: ["mkdir", "makedirectory"],
  file_info: ["fileexists"],
  list_directory: ["ls", "listdir"],
  glob_files: ["glob", "searchfiles", "globfilesearch", "filesearch", "findfiles"],
  grep_files: ["grep", "grepsearch", "searchfilecontent"],
  bash: [
    ...["shell", "executecommand", "runcommand", "runshellcommand", "runterminalcmd", "runterminalcommand"],
    ...["shellcommand", "execcommand", "localshell", "executebash"],
  ],
  get_environment: ["getenv", "listenvironment"],
  task: ["spawnagent", "spawnsubagent", "runsubagent"],
  resolve_merge: ["mergeagent", "resolveconflict", "resolveconflicts"],
  task_output: ["bashoutput", "gettaskoutput"],
  task_stop: ["stoptask", "killshell", "killbash"],
  task_list: ["listtasks", "bashes"],
  todo_write: ["writetodos", "updateplan"],
  todo_read: ["readtodos"],
  web_fetch: ["readurl", "readpage", "openurl", "browsepage", "urlfetcher"],
  fetch_url: ["httpget", "httprequest"],
  scrape_page: ["webscrape", "extractpage"],
  web_search: ["bravesearch", "bravewebsearch", "googlewebsearch", "tavilysearch", "searchweb"],
  codebase_search: ["semanticsearch", "codesearch", "searchcodebase"],
  read_lints: ["geterrors", "getdiagnostics", "lspdiagnostics", "diagnostics", "getproblems", "lint"],
  find_definition: ["gotodefinition", "findsymbol", "symboldefinition", "getdefinition"],
  find_references: ["findreferencingsymbols", "references", "findusages", "getreferences", "gotoreferences"],
  trace_calls: ["callhierarchy", "incomingcalls", "outgoingcalls", "findcallers", "getcallgraph"],
  stock_quote: ["getstockprice", "getstockquote", "stockprice", "stockquotes"],
  crypto_price: ["getcryptoprice", "cryptoquote", "coinprice", "getcoinprice"],
  exchange_rate: ["getexchangerate", "convertcurrency", "currencyrate", "currencyexchangerate"],
  analyze_code: ["getsymbolsoverview", "documentsymbols", "outline", "listcodedefinitionnames", "codeoutline"],
};

const canonical: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([name, others]) => others.map((other) => [other, foldName(name)])),
);

/** A tool's canonical name, folded, by any name that a dialect or another agent gives it; of a tool that is not known, its own. */
export const canonicalName = (name: string): string => canonical.get(foldName(name)) ?? foldName(name);
