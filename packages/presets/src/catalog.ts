/** A preset of this package. */
export type PresetName = "coding" | "minimal" | "office" | "readonly" | "research";

/** What some tools need beside the installation. */
export type Need =
  | "channel"
  | "database"
  | "linter"
  | "mail"
  | "model"
  | "notes"
  | "person"
  | "server"
  | "shell"
  | "skill"
  | "stock-key"
  | "web";

/** One tool of Holdall, whether a session has it or not. */
export interface CatalogEntry {
  /** The canonical name. */
  readonly name: string;
  /** The category of the tool. */
  readonly family: string;
  /** Further names that a call may have, folded. */
  readonly others: readonly string[];
  readonly needs?: Need;
  /** Presets that have it. */
  readonly presets: readonly PresetName[];
  /** Presets that show it from the start; in the others it is found with tool_search. */
  readonly shownBy: readonly PresetName[];
}

const presetOf: Readonly<Record<string, PresetName>> = {
  c: "coding",
  m: "minimal",
  o: "office",
  r: "readonly",
  s: "research",
};

/**
 * A line a tool: family, name, the presets that have it (c coding, m minimal, o office, r readonly, s research; a capital one
 * shows it), what it needs or -, further names.
 */
const lines = `
filesystem read_file CMORS - read fileread viewfile catfile openfile viewimage notebookread readnotebook
filesystem write_file CMO - write filewrite createfile writetofile
filesystem append_file cmo -
filesystem edit_file CMO - edit fileedit searchreplace strreplace replace replaceinfile
filesystem multi_edit cmo -
filesystem apply_patch Cmo - patch patchfiles
filesystem edit_notebook cmo - notebookedit notebookeditcell
filesystem delete_file c - removefile
filesystem move_file c - renamefile
filesystem create_directory cmo - mkdir makedirectory
filesystem undo CMO - undoedit undochange revertedit
filesystem str_replace_based_edit_tool cmors - strreplaceeditor strreplacebasededitor texteditor
filesystem list_files cmOr -
filesystem list_directory CmoR - ls listdir list
filesystem glob_files CMORS - glob globfilesearch searchfiles filesearch findfiles
filesystem grep_files CMORS - grep grepsearch searchfilecontent
filesystem file_info cmor - fileexists stat getfileinfo
code codebase_search CmoRs - semanticsearch codesearch searchcodebase
code find_definition cmors - gotodefinition findsymbol symboldefinition getdefinition
code find_references cmors - findreferencingsymbols references findusages getreferences gotoreferences
code trace_calls cmors - callhierarchy incomingcalls outgoingcalls findcallers getcallgraph
code analyze_code cmors - getsymbolsoverview documentsymbols outline listcodedefinitionnames codeoutline
code read_lints C linter geterrors getdiagnostics lspdiagnostics diagnostics getproblems lint
data convert_format cmo - convertdata convertfile transformformat
data filter_data cmos - queryjson jsonpath selectdata
data aggregate_data cmos - summarizedata groupdata datastats
data query_data cmos - sql runsql executesql sqlquery querysql duckdb queryfiles querycsv querydatabase
documents generate_markdown cmo - createmarkdown writemarkdown generatereport
documents generate_pdf cmo - mdtopdf markdowntopdf createpdf writepdf
documents generate_document cmo - createdocument createdocx writedocx generatedocx createworddocument markdowntodocx createpresentation createpptx generatepptx generateslides createslides
documents generate_diagram cmo - mermaid creatediagram renderdiagram drawdiagram generatechart createchart drawchart makechart renderchart plot
shell bash CR shell runcommand executecommand shell runshellcommand runterminalcmd runterminalcommand shellcommand execcommand localshell executebash execute
shell get_environment cr shell getenv listenvironment
tasks task_output CR shell bashoutput gettaskoutput
tasks task_stop CR shell stoptask killshell killbash
tasks task_list cr shell listtasks bashes
web web_search CORS web bravesearch bravewebsearch googlewebsearch tavilysearch searchweb
web web_fetch CORS web fetch readurl readpage openurl browsepage urlfetcher
web fetch_url cors web httpget httprequest
web scrape_page cors web webscrape extractpage
planning todo_write COS - writetodos updateplan
planning todo_read cos - readtodos
interaction think cmors -
interaction ask_user_question CO person askuser question askquestion askquestions askfollowupquestion requestuserinput
interaction enter_plan_mode CO person planenter enterplan startplanmode
interaction exit_plan_mode CO person planexit exitplan presentplan submitplan
research research_topic cors web deepresearch research investigatetopic researchquestion
research fact_check cors web verifyclaim checkfact checkclaim
finance stock_quote cors stock-key getstockprice getstockquote stockprice getquote stockquotes
finance crypto_price cors web getcryptoprice cryptoquote coinprice getcoinprice gettokenprice
finance exchange_rate cors web getexchangerate convertcurrency currencyrate fxrate currencyexchangerate
messages send_message co channel notify postmessage sendnotification
messages send_file co channel uploadfile sharefile
messages compose_email co mail draftemail createdraft createemaildraft
messages send_email co mail sendmail senddraft gmailsend
orchestration schedule_task c database croncreate createschedule
orchestration schedule_list c database cronlist listschedules
orchestration schedule_cancel c database crondelete deleteschedule
orchestration workflow_execute c database runworkflow executeworkflow
agents task CORS model agent spawnagent spawnsubagent runsubagent
agents resolve_merge co model mergeagent resolveconflict resolveconflicts
memory memory C notes memory20250818 savememory
memory memory_search C notes
skills load_skill COS skill skill activateskill readskill useskill
programs run_program cos - executecode runcode codeexecution codemode
mcp list_mcp_resources cors server
mcp read_mcp_resource cors server
environment current_time CMORS -
environment env_info CMORS - listalloweddirectories
discovery tool_search CMORS -
discovery tool_call CMORS -
`;

/** Selects the tools that a preset has. */
export const isInPreset = (preset: PresetName) => {
  const names = new Set(toolCatalog().flatMap((each) => (each.presets.includes(preset) ? each.name : [])));
  return ({ name }: { readonly name: string }): boolean => names.has(name);
};

let entries: readonly CatalogEntry[] | undefined;

/** Every tool that Holdall has. */
export function toolCatalog(): readonly CatalogEntry[] {
  entries ??= lines
    .trim()
    .split("\n")
    .map((line) => {
      const [family = "", name = "", marks = "", needs = "-", ...others] = line.split(" ");
      const presetsOf = (letters: string) => [...letters].flatMap((letter) => presetOf[letter] ?? []);
      return {
        name,
        family,
        others,
        ...(needs !== "-" && { needs: needs as Need }),
        presets: presetsOf(marks.toLowerCase()),
        shownBy: presetsOf(marks.replace(/[a-z]/g, "").toLowerCase()),
      };
    });
  return entries;
}
