import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

const CLI = join(import.meta.dirname, '..', '..', 'program', 'cli.js');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Path of a Chromium on this machine, or undefined; none is downloaded. */
export const CHROMIUM = ((): string | undefined => {
  const named = process.env.CHROMIUM;
  if (named !== undefined) return named;
  for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {}
  return undefined;
})();

/** Addresses of the demo chain, which are the same on every machine. */
export const DEMO = {
  dollar: '0x0311364dcd515a67cfda8328dd6f9aeeff486e0f',
  issuer: '0x5670cd7bb89843febdd94ff6e6c9406cf85cbb9b',
  mallory: '0x91ad4d951f02846c76f9091eeade60f2a1016831',
  fakeUsdc: '0x7d6b1975bb493bd163ccd6f2b6250147f71493bc',
  weth: '0x80d45abce360f030bca90d0f2d7266c7acb500ab',
  proxy: '0xb4f4012f0477037706773316c447c792f795454c',
  safe: '0xec5237a8407d14ac181e2efa04c109925a29ee3c',
} as const;

export interface Explorer {
  /** URL of the service. */
  readonly url: () => string;
  readonly key: () => string;
  /** Opens a page in a context of its own. Script errors, policy violations and foreign requests fail the test. */
  readonly open: (
    path: string,
    options?: BrowserContextOptions & { readonly settled?: boolean },
  ) => Promise<Page>;
  /** The `data` of the API's answer at a path below the chain. */
  readonly data: (path: string) => Promise<never>;
}

/** The demo service with its pages and a browser, started once for all tests of the file. */
export function useExplorer(): Explorer {
  let service: ChildProcess;
  let browser: Browser;
  let url = '';
  let key = '';
  const directory = mkdtempSync(join(tmpdir(), 'explorer-'));
  const contexts: BrowserContext[] = [];
  const wrong: string[] = [];

  beforeAll(async () => {
    const environment = { ...process.env, DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'error' };
    service = spawn(process.execPath, [CLI, 'serve'], {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await saysUntil(service, /Try:/);
    url = /API\s+(http\S+)/.exec(said)![1]!;
    key = /cpk_\S+/.exec(said)![0];
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
  });

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(wrong.splice(0)).toEqual([]);
  });

  afterAll(async () => {
    await browser?.close();
    service?.kill('SIGTERM');
    await new Promise((resolve) => service?.once('exit', resolve));
    rmSync(directory, { recursive: true, force: true });
  });

  return {
    url: () => url,
    key: () => key,
    async open(path, { settled = true, ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      contexts.push(context);
      const page = await context.newPage();
      watch(page, url, wrong);
      await page.goto(url + path);
      if (settled) await page.waitForLoadState('networkidle');
      return page;
    },
    async data(path) {
      const response = await fetch(`${url}/api/v1/chains/1/${path}`, { headers: { 'x-api-key': key } });
      return ((await response.json()) as { data: never }).data;
    },
  };
}

/** Collects script errors, violations of the content security policy, and requests to other servers. */
function watch(page: Page, url: string, wrong: string[]): void {
  page.on('pageerror', ({ message }) => wrong.push(`error: ${message}`));
  page.on('console', (message) => {
    const text = message.text();
    // A refusal is an expected answer, though the browser logs its status as an error.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource'))
      wrong.push(`console: ${text}`);
    if (text.startsWith('violation:')) wrong.push(text);
  });
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(url))
      wrong.push(`request to ${request.url()}`);
  });
  void page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.log('violation: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  );
}

/** Accessibility violations that axe finds, one line each. */
export async function axe(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).join('; ').slice(0, 400)))`,
  );
}

/** Layout faults that no page may have, one line each. */
export function misplaced(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const boxOf = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const [header, main, footer] = ['header.bar', 'main', 'footer.foot'].map(boxOf);
    const wrong = [];
    const roots = [document, ...[...document.querySelectorAll('.sheet-host')].map(({ shadowRoot }) => shadowRoot)];
    const headings = roots.reduce((sum, root) => sum + root.querySelectorAll('h1').length, 0);
    if (headings !== 1) wrong.push(headings + ' headings of the page');
    if (!header || !main || !footer) return [...wrong, 'a landmark is missing'];
    if (header.top < 0 || header.height > 200) wrong.push('the bar is ' + header.height + ' px high at ' + header.top);
    if (header.bottom > main.top + 1) wrong.push('the bar covers the page');
    if (main.bottom > footer.top + 1) wrong.push('the page covers the foot');
    if (main.left < 0 || main.right > innerWidth) wrong.push('the page is cut off');
    for (const control of document.querySelectorAll('main button, main input:not([type=checkbox])')) {
      const { width, height } = control.getBoundingClientRect();
      if (width > 0 && (width < 16 || height < 16)) wrong.push(control.outerHTML.slice(0, 60) + ' is too small to be hit');
    }
    return wrong;
  })()`);
}

/** Pixels by which the page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Labels of tables that are wider than their container. */
export const scrolling = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('section.scroll')].filter((one) => one.querySelector('table') && one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel)`,
  );

function saysUntil(service: ChildProcess, end: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    service.stdout!.on('data', (chunk: Buffer) => {
      said += chunk;
      if (end.test(said)) resolve(said);
    });
    service.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${said}`)));
  });
}
