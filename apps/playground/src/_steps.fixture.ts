import type { Locator, Page } from "playwright-core";

// Buttons are pressed by key where a test is about something else: a click waits for frames, of which a busy machine has few.

/** Choose in one of the lists of the page's head. */
export const choose = (page: Page, list: "Workspace" | "Permissions", label: string): Promise<string[]> =>
  page.getByRole("combobox", { name: list }).selectOption({ label });

/** Open a panel by its tab, or by the list that takes the tabs' place. */
export async function openPanel(page: Page, name: string): Promise<void> {
  const tab = page.getByRole("tab", { name, includeHidden: true });
  if (await tab.isVisible()) await tab.press("Enter");
  // A list that is out of sight as well belongs to an area that a phone does not show.
  else await page.locator(".tab-choice").selectOption({ label: name }, { force: true });
}

/** What the transcript shows, in order. */
export const orderOf = (page: Page): Promise<string[]> =>
  page.locator(".log > *").evaluateAll((all) =>
    all.map((entry) => {
      if (entry.matches(".reasoning")) return `reasoning: ${entry.querySelector(".words")?.textContent}`;
      if (entry.matches(".words")) return `${entry.matches(".task") ? "task" : "said"}: ${entry.textContent}`;
      const tools = [...entry.querySelectorAll<HTMLElement>(".holdall-call[data-tool]")];
      return `calls: ${tools.map(({ dataset }) => dataset.tool).join(", ")}`;
    }),
  );

/** Start a tour. Once something was said, they are folded. */
export async function startTour(page: Page, name: string): Promise<void> {
  const tour = page.getByRole("list", { name: "Tours" }).getByRole("button", { name });
  const folded = page.getByRole("button", { name: "Tours", expanded: false });
  await tour.or(folded).first().waitFor();
  if (!(await tour.isVisible())) await folded.press("Enter");
  await tour.press("Enter");
}

/** Choose another workspace, and wait until it is there. */
export async function enter(page: Page, workspace: string): Promise<void> {
  await choose(page, "Workspace", workspace);
  await page.getByRole("heading", { name: workspace, exact: true }).waitFor();
}

const fieldOf = (page: Page, name: string): Locator =>
  page.locator(`.field:has(label code:text-is("${name}")) :is(input, textarea)`);

/** Fill in a field. A long text is inserted at once: typing would lay out each line again. */
async function put(field: Locator, value: string): Promise<void> {
  if (value.length < 1_000) return field.fill(value);
  await field.evaluate((element, text) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(element, text);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }, value);
}

/** Call a tool by its form. Gives the call, which may be waiting for an answer. */
export async function runTool(page: Page, tool: string, fields: Readonly<Record<string, string>>): Promise<Locator> {
  await openPanel(page, "Tools");
  await page.getByRole("combobox", { name: "Tool", exact: true }).selectOption(tool);
  // Rare fields are folded.
  await page.locator("form details").evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
  for (const [name, value] of Object.entries(fields)) await put(fieldOf(page, name), value);
  const before = await page.locator(".holdall-call[data-tool]").count();
  await page.getByRole("button", { name: /^Run\b/ }).press("Enter");
  const call = page.locator(".holdall-call[data-tool]").nth(before);
  await call.and(page.locator(":not([data-state=running])")).waitFor();
  return call;
}

export const stateOf = (call: Locator): Promise<string | null> => call.getAttribute("data-state");

/** Wait until a call has come to a state. */
export const comesTo = (call: Locator, state: string): Promise<void> =>
  call.and(call.page().locator(`[data-state=${state}]`)).waitFor();

/** Open a file of the list. */
export async function openFile(page: Page, path: string): Promise<Locator> {
  await page.locator(".file-list").getByTitle(path, { exact: true }).press("Enter");
  return page.getByRole("textbox", { name: `Text of ${path}` });
}

/** Wait until a text area holds what it should. */
export async function holds(area: Locator, expected: string): Promise<void> {
  const handle = await area.elementHandle();
  await area
    .page()
    .waitForFunction(([element, text]) => (element as HTMLTextAreaElement | null)?.value === text, [
      handle,
      expected,
    ] as const);
}
