// Drives Chromium for the Python tests: one JSON request per line in, one JSON answer per line out.
// Each request names the page it is about. Usage: node bridge.mjs PLAYWRIGHT CHROMIUM
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [playwright, executablePath] = process.argv.slice(2);
const { chromium } = createRequire(import.meta.url)(playwright);
const flags = ["--no-sandbox", "--headless=new", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-quic"];

const browser = await chromium.launch({ executablePath, args: flags });
// One context for all pages: the workbench is loaded from the cache from the second page on.
const permissions = ["clipboard-read", "clipboard-write"];
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions });
const pages = new Map();

const actions = {
  async newPage(_, { name }) {
    await pages.get(name)?.close();
    pages.set(name, await context.newPage());
  },
  async open(page, { address, timeout }) {
    await page.goto(address, { timeout, waitUntil: "domcontentloaded" });
  },
  wait: (page, { selector, text, state, frame, timeout }) => within(page, frame, selector, text).first().waitFor({ state, timeout }),
  texts: (page, { selector, frame }) => within(page, frame, selector).allInnerTexts(),
  click: (page, { selector, text, frame, timeout }) => within(page, frame, selector, text).first().click({ timeout }),
  hover: (page, { selector, text, frame, timeout }) => within(page, frame, selector, text).first().hover({ timeout }),
  press: (page, { key }) => page.keyboard.press(key),
  type: (page, { text }) => page.keyboard.type(text),
  insert: (page, { text }) => page.keyboard.insertText(text),
  boxes: (page, { selector, frame }) => within(page, frame, selector).evaluateAll((elements) => elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height, text: element.textContent };
  })),
  async waitFunction(page, { expression, frame, timeout }) {
    await (await insideFrame(page, frame, timeout)).waitForFunction(expression, undefined, { timeout });
  },
  evaluate: async (page, { expression, frame, timeout }) => (await insideFrame(page, frame, timeout)).evaluate(expression),
  hostTests,
  async screenshot(page, { path }) {
    await page.screenshot({ path });
  },
  resize: (page, { width, height }) => page.setViewportSize({ width, height }),
  clipboard: (page) => page.evaluate(() => navigator.clipboard.readText()),
};

// Opens a page whose extension host runs tests, and answers with their exit code and what was logged.
function hostTests(page, { address, timeout }) {
  const log = [];
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`the tests did not end; logged: ${log.join("\n")}`)), timeout).unref();
    page.exposeFunction("codeAutomationLog", (type, args) => log.push(`${type}: ${args.join(" ")}`))
      .then(() => page.exposeFunction("codeAutomationExit", (code) => resolve({ code, log })))
      .then(() => page.goto(address, { timeout }))
      .catch(reject);
  });
}

function within(page, frame, selector, text) {
  let scope = page;
  for (const step of frame ?? []) scope = scope.frameLocator(step);
  const found = scope.locator(selector);
  return text === undefined ? found : found.filter({ hasText: text });
}

async function insideFrame(page, frame, timeout) {
  let scope = page;
  for (const step of frame ?? []) {
    const element = await scope.waitForSelector(step, { state: "attached", timeout });
    scope = await element.contentFrame();
  }
  return scope;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { action, ...options } = JSON.parse(line);
  let answer;
  try {
    answer = { value: (await actions[action](pages.get(options.name), options)) ?? null };
  } catch (error) {
    answer = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await browser.close();
