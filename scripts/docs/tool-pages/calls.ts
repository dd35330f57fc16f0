/** A call that comes before another one, of any tool. */
export interface EarlierCall {
  readonly tool: string;
  readonly input: object;
}

/** What a tool's page shows: one call that works, and what goes wrong most. */
export interface ToolCalls {
  readonly before?: readonly EarlierCall[];
  readonly call: object;
  readonly fails: readonly { readonly before?: readonly EarlierCall[]; readonly call: object }[];
}

const read = (path: string): EarlierCall => ({ tool: "read_file", input: { path } });
const change = {
  path: "src/rules.js",
  old_string: "if (pieces > 10) return 0.1;",
  new_string: "if (pieces >= 10) return 0.1;",
};
const twice = { path: "src/rules.js", old_string: "pieces > 10", new_string: "pieces >= 10" };
const missing = { path: "src/rule.js" };
const task: EarlierCall = {
  tool: "bash",
  input: { command: "sleep 60", run_in_background: true },
};
const server: EarlierCall = { tool: "bash", input: { command: "echo ready; sleep 60", run_in_background: true } };
const plan = {
  todos: [
    { id: "1", content: "Find the cause", status: "completed" },
    { id: "2", content: "Repair it", status: "in_progress" },
  ],
};
const note: EarlierCall = {
  tool: "memory",
  input: { command: "create", path: "/memories/shop.md", file_text: "Prices are in cents.\nAda reviews changes.\n" },
};
const remembered = { command: "str_replace", path: "/memories/shop.md", new_str: "Ada and Bob review" };
const morning: EarlierCall = {
  tool: "schedule_task",
  input: {
    name: "Morning check",
    prompt: "Run the tests of the shop and say which fail.",
    cron: "0 9 * * 1-5",
    tools: ["read_file", "grep_files", "bash"],
  },
};
const told: EarlierCall = {
  tool: "send_message",
  input: { channel: "ops", text: "The discount starts at 10 pieces now." },
};
const mail: EarlierCall = {
  tool: "compose_email",
  input: {
    to: ["Ann Lee <ann@example.com>"],
    cc: ["bob@example.com"],
    subject: "Discount",
    body: "Hello Ann,\n\nfrom 10 pieces on, everything is 10 % cheaper.\n",
    attachments: ["README.md"],
  },
};
const sent: EarlierCall = { tool: "send_email", input: { draft_id: "d_1" } };
const planning: EarlierCall = { tool: "enter_plan_mode", input: {} };
const nowhere = { url: "http://127.0.0.1/admin" };

/** By canonical name; the keys are all tools there are. */
export const calls: Readonly<Record<string, ToolCalls>> = {
  read_file: {
    call: { path: "src/rules.js", offset: 2, limit: 4 },
    fails: [{ call: missing }],
  },
  write_file: {
    call: { path: "CHANGELOG.md", content: "- The discount starts at 10 pieces.\n" },
    fails: [{ call: { path: "README.md", content: "# Shop\n" } }],
  },
  append_file: {
    call: { path: "README.md", content: "\nSending is free above that.\n" },
    fails: [{ call: { path: "src", content: "…" } }],
  },
  edit_file: {
    before: [read("src/rules.js")],
    call: change,
    fails: [
      { call: change },
      { before: [read("src/rules.js")], call: twice },
      { before: [read("src/rules.js")], call: { ...change, old_string: "if (pieces > 11) return 0.1;" } },
    ],
  },
  multi_edit: {
    before: [read("src/rules.js")],
    call: {
      path: "src/rules.js",
      edits: [
        { old_string: "pieces > 10", new_string: "pieces >= 10", replace_all: true },
        { old_string: "490", new_string: "500" },
      ],
    },
    fails: [
      {
        before: [read("src/rules.js")],
        call: {
          path: "src/rules.js",
          edits: [
            { old_string: "490", new_string: "500" },
            { old_string: "590", new_string: "600" },
          ],
        },
      },
    ],
  },
  apply_patch: {
    before: [read("README.md")],
    call: {
      patch: [
        "*** Begin Patch",
        "*** Update File: README.md",
        "@@",
        "-From 10 pieces on, everything is 10 % cheaper.",
        "+From 12 pieces on, everything is 10 % cheaper.",
        "*** Add File: CHANGELOG.md",
        "+- 12 instead of 10 pieces.",
        "*** End Patch",
      ].join("\n"),
    },
    fails: [
      {
        before: [read("README.md")],
        call: {
          patch:
            "*** Begin Patch\n*** Update File: README.md\n@@\n-From 11 pieces on\n+From 12 pieces on\n*** End Patch",
        },
      },
    ],
  },
  edit_notebook: {
    before: [read("prices.ipynb")],
    call: { path: "prices.ipynb", cell_id: "sum", new_source: "sum([500, 510])" },
    fails: [{ before: [read("prices.ipynb")], call: { path: "prices.ipynb", cell_id: "total", new_source: "1" } }],
  },
  delete_file: { call: { path: "prices.ipynb" }, fails: [{ call: { path: "src" } }, { call: missing }] },
  move_file: {
    call: { from: "src/rules.test.js", to: "test/rules.test.js" },
    fails: [{ call: { from: "src/rules.test.js", to: "src/rules.js" } }],
  },
  create_directory: { call: { path: "docs/images" }, fails: [{ call: { path: "README.md" } }] },
  undo: {
    before: [read("src/rules.js"), { tool: "edit_file", input: change }],
    call: { path: "src/rules.js" },
    fails: [{ call: { path: "src/rules.js" } }],
  },
  list_files: { call: {}, fails: [{ call: { path: "lib" } }] },
  list_directory: { call: { path: "src" }, fails: [{ call: { path: "README.md" } }] },
  glob_files: { call: { pattern: "**/*.{js,md}" }, fails: [{ call: { pattern: "*.js", path: "lib" } }] },
  grep_files: {
    call: { pattern: "pieces > \\d+", glob: "*.js", context: 1 },
    fails: [{ call: { pattern: "pieces (>" } }],
  },
  str_replace_based_edit_tool: {
    before: [read("src/rules.js")],
    call: { command: "insert", path: "src/rules.js", insert_line: 0, insert_text: "// Prices in cents.\n" },
    fails: [
      { call: { command: "view", path: "lib/rules.js" } },
      { before: [read("src/rules.js")], call: { command: "str_replace", path: "src/rules.js", old_str: "x = 1" } },
    ],
  },
  file_info: { call: { path: "src/rules.js" }, fails: [{ call: { path: "https://example.com/\0" } }] },
  bash: {
    call: { command: "cd src && ls -1" },
    fails: [{ call: { command: "ls", cwd: "lib" } }],
  },
  get_environment: { call: { names: ["LANG", "PAGER"] }, fails: [] },
  task_output: {
    before: [server],
    call: { task_id: "task_1", filter: "^ready" },
    fails: [{ call: { task_id: "task_9" } }],
  },
  task_stop: { before: [task], call: { task_id: "task_1" }, fails: [{ call: { task_id: "task_9" } }] },
  task_list: { before: [task], call: {}, fails: [] },
  task: {
    call: {
      description: "find the discount",
      prompt: "From how many pieces on is there a discount? Name file and line.",
      agent: "explore",
    },
    fails: [{ call: { description: "go on", prompt: "And above 100?", task_id: "task_9" } }],
  },
  run_program: {
    call: {
      code: [
        'const { files } = await tools.glob_files({ pattern: "src/*.js" });',
        "const texts = await Promise.all(files.map((path) => tools.read_file({ path })));",
        'return texts.map(({ path, content }) => [path, content.split("\\n").length - 1]);',
      ].join("\n"),
    },
    fails: [{ call: { code: "return 1", language: "python" } }],
  },
  schedule_task: {
    call: morning.input,
    fails: [
      { call: { prompt: "Count the files.", every: "1m" } },
      { call: { prompt: "Plan the week.", at: "2026-11-23T09:00", tools: ["schedule_task"] } },
    ],
  },
  schedule_list: { before: [morning], call: {}, fails: [] },
  schedule_cancel: {
    before: [morning],
    call: { schedule_id: "schedule_1" },
    fails: [{ call: { schedule_id: "schedule_9" } }],
  },
  workflow_execute: {
    call: {
      steps: [
        { id: "find", tool: "glob_files", input: { pattern: "src/*.js" } },
        {
          id: "look",
          tool: "grep_files",
          each: { $from: "find", path: "/files" },
          input: { pattern: "pieces", path: { $from: "$item" }, output_mode: "count" },
        },
        { id: "note", tool: "write_file", needs: ["look"], input: { path: "CHECKED.md", content: "Looked.\n" } },
      ],
    },
    fails: [
      {
        call: {
          steps: [
            { id: "one", tool: "read_file", needs: ["two"], input: { path: "README.md" } },
            { id: "two", tool: "read_file", needs: ["one"], input: { path: "README.md" } },
          ],
        },
      },
      { call: { steps: [{ id: "one", tool: "schedule_list", input: {} }] } },
    ],
  },
  web_search: {
    call: { query: "round money javascript", allowed_domains: ["docs.example.com"] },
    fails: [{ call: { query: "" } }],
  },
  web_fetch: { call: { url: "https://docs.example.com/money" }, fails: [{ call: nowhere }] },
  fetch_url: {
    call: { url: "https://api.example.com/rates.json" },
    fails: [{ call: nowhere }, { call: { url: "file:///etc/passwd" } }],
  },
  scrape_page: { call: { url: "https://docs.example.com/money", selector: "table" }, fails: [{ call: nowhere }] },
  research_topic: {
    call: { question: "How is money rounded in JavaScript?", limit: 2 },
    fails: [{ call: { question: "How is money rounded?", limit: 50 } }],
  },
  fact_check: {
    call: { claim: "Money is counted in cents in JavaScript.", limit: 1 },
    fails: [{ call: { claim: "Money is counted in cents.", as_of: "last week" } }],
  },
  codebase_search: {
    call: { query: "where is the discount decided", limit: 2 },
    fails: [{ call: { query: "?" } }, { call: { query: "discount", paths: ["lib"] } }],
  },
  convert_format: {
    call: { path: "orders.csv", to: "jsonl" },
    fails: [
      { call: { text: "a,b\n1\n", to: "json" } },
      { call: { text: '{"a":[1]}', to: "csv", strict: true } },
      { call: { path: "orders.csv", output_path: "README.md" } },
    ],
  },
  filter_data: {
    call: { path: "orders.csv", query: "@.city == 'Rome' && @.pieces > 10" },
    fails: [{ call: { path: "orders.csv", query: "$[?@.city = 'Rome']" } }],
  },
  aggregate_data: {
    call: {
      path: "orders.csv",
      group_by: ["city"],
      measures: [{ op: "sum", column: "price" }, { op: "count" }],
    },
    fails: [{ call: { path: "orders.csv", group_by: ["town"] } }],
  },
  query_data: {
    call: {
      sql: "SELECT city, sum(pieces) AS pieces, sum(price) AS price FROM 'orders.csv' GROUP BY city ORDER BY pieces DESC",
    },
    fails: [{ call: { sql: "SELECT town FROM 'orders.csv'" } }, { call: { sql: "COPY orders TO 'copy.csv'" } }],
  },
  find_definition: {
    call: { symbol: "discount" },
    fails: [{ call: { symbol: "discont" } }],
  },
  find_references: { call: { symbol: "discount" }, fails: [] },
  trace_calls: { call: { symbol: "discount" }, fails: [] },
  analyze_code: { call: { path: "src/rules.js" }, fails: [{ call: { path: "src/none.ts" } }] },
  todo_write: {
    call: plan,
    fails: [{ call: { todos: [{ id: "1", content: "Repair it", status: "someday" }] } }],
  },
  todo_read: { before: [{ tool: "todo_write", input: plan }], call: {}, fails: [] },
  memory: {
    before: [note],
    call: { command: "view", path: "/memories/shop.md" },
    fails: [
      { before: [note], call: note.input },
      { before: [note], call: { ...remembered, old_str: "Ada review " } },
      { call: { command: "view", path: "/memories/../etc/passwd" } },
    ],
  },
  load_skill: {
    call: { name: "release-notes" },
    fails: [{ call: { name: "release-note" } }, { call: { name: "release-notes", file: "../secrets.md" } }],
  },
  generate_markdown: {
    call: {
      title: "Prices",
      blocks: [
        { text: "A <b> is text here, and so is [this](https://example.com)." },
        {
          table: [
            ["pieces", "discount"],
            ["10", "5 %"],
          ],
        },
      ],
    },
    fails: [{ call: { blocks: [{ page: "Discounts" }] } }, { call: { blocks: [{ text: "a", code: "b" }] } }],
  },
  generate_pdf: {
    call: { markdown: "# Prices\n\nFrom **10** pieces on there is a discount.", output_path: "prices.pdf" },
    fails: [
      { call: { markdown: "# \u4fa1\u683c", output_path: "prices.pdf" } },
      { call: { output_path: "prices.pdf" } },
    ],
  },
  generate_diagram: {
    call: { code: "flowchart LR\nOrder --> Pay --> Ship", format: "text" },
    fails: [
      { call: { code: "flowchart LR\nOrder[Order --> Pay" } },
      { call: { code: 'pie\n"a": 1', output_path: "a.svg" } },
    ],
  },
  memory_search: { before: [note], call: { query: "who reviews" }, fails: [{ call: { query: "?" } }] },
  send_message: {
    call: { channel: "ops", text: "The discount starts at 10 pieces now." },
    fails: [
      { before: [told], call: told.input },
      { call: { channel: "https://hooks.example.com/services/x", text: "done" } },
    ],
  },
  send_file: {
    call: { path: "README.md", channel: "ops", caption: "How the shop works" },
    fails: [{ call: { path: "report.pdf" } }],
  },
  compose_email: {
    call: mail.input,
    fails: [
      { call: { ...mail.input, to: ["ann@example.com, bob@example.com"] } },
      { call: { ...mail.input, cc: ["bob@example.org"] } },
      { call: { ...mail.input, body: "Dear {{name}}", values: {} } },
    ],
  },
  send_email: {
    before: [mail],
    call: { draft_id: "d_1" },
    fails: [
      { before: [mail, sent], call: { draft_id: "d_1" } },
      { call: { to: ["ann@example.com"], subject: "Discount", body: "Hello" } },
    ],
  },
  stock_quote: {
    call: { symbols: ["AAPL"] },
    fails: [{ call: { symbols: ["NOPE"] } }, { call: { symbols: ["AAPL"], provider: "yahoo" } }],
  },
  crypto_price: {
    call: { ids: ["bitcoin"] },
    fails: [{ call: { symbols: ["UNI"] } }, { call: { ids: ["BTC"] } }],
  },
  exchange_rate: {
    call: { from: "USD", to: "GBP" },
    fails: [{ call: { from: "EUR", to: "XAU" } }, { call: { from: "EUR", to: "dollars" } }],
  },
  ask_user_question: {
    call: {
      questions: [
        {
          question: "Does the discount start at 10 or above 10 pieces?",
          options: [{ label: "At 10" }, { label: "Above 10", description: "as it is now" }],
        },
      ],
    },
    fails: [{ call: { questions: [{ question: "What else should change?" }] } }],
  },
  enter_plan_mode: { call: { reason: "The rules of prices change." }, fails: [] },
  exit_plan_mode: {
    before: [planning],
    call: {
      plan: "1. Let the discount start at 10 pieces in src/rules.js.\n2. Run the tests.",
      allow: [{ tool: "bash", scope: "npm test" }],
    },
    fails: [{ call: { plan: "Run the tests." } }],
  },
  think: { call: { thought: "The README says 10 and the code says more than 10." }, fails: [] },
  current_time: { call: {}, fails: [{ call: { timezone: "Europe/Atlantis" } }] },
  env_info: { call: {}, fails: [] },
  tool_search: { call: { query: "take back a change", limit: 1 }, fails: [{ call: {} }] },
  tool_call: {
    before: [{ tool: "tool_search", input: { select: ["file_info"] } }],
    call: { name: "file_info", arguments: { path: "README.md" } },
    fails: [{ call: { name: "file_infos", arguments: {} } }],
  },
  list_mcp_resources: { call: { server: "handbook" }, fails: [{ call: { server: "manual" } }] },
  read_mcp_resource: {
    call: { server: "handbook", uri: "file:///returns.md" },
    fails: [{ call: { server: "handbook", uri: "file:///refunds.md" } }],
  },
};

/** Tools whose calls need a real folder. */
export const onDisk: ReadonlySet<string> = new Set([
  "bash",
  "get_environment",
  "task_output",
  "task_stop",
  "task_list",
]);
