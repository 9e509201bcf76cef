import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Verification } from '../../packages/verifier/index.js';
import { writeCallBundle } from '../../src/verifier/bundle/call-bundle.js';
import { bundleOf, chainWith, PROXY, returning, TARGET } from '../builder/call-bundles.js';
import { earlierBundles } from '../builder/earlier-bundles.js';
import { until } from '../e2e/fixture/command.js';
import { installed, packed } from '../package/packed.js';
import { CHROMIUM } from './fixture.js';

const POLICY = "default-src 'none'; script-src 'self'";
const PAGE = '<!doctype html><title>checks</title><script type="module" src="page.js"></script>';
const SCRIPT = `
import { load, verify } from './index.js';
globalThis.check = (text) => verify(text);
globalThis.load = load;
addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error('violation of ' + violatedDirective));`;

(CHROMIUM === undefined ? describe.skip : describe)('the package of the verifier in Chromium', () => {
  let directory: string;
  const asked: string[] = [];
  const wrong: string[] = [];
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-browser-'));
    const project = await installed(
      await packed('verifier', join(directory, 'built')),
      join(directory, 'project'),
    );
    const dist = join(project, 'node_modules', '@chainproof', 'verifier', 'dist');
    server = createServer(({ url = '/' }, response) => {
      const name = url.slice(1);
      asked.push(name);
      const isScript = name.endsWith('.js');
      response.setHeader('content-security-policy', POLICY);
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(name === 'page.js' ? SCRIPT : isScript ? readFileSync(join(dist, name)) : PAGE);
    }).listen(0, '127.0.0.1');
    browser = await chromium.launch({
      executablePath: CHROMIUM!,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    page = await browser.newPage();
    page.on('pageerror', ({ message }) => wrong.push(message));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    // Playwright's own wait evaluates strings in the page, which the policy refuses.
    await until(() => page.evaluate('globalThis.check !== undefined'), 'the page');
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
    rmSync(directory, { recursive: true, force: true });
  });

  const check = (text: string): Promise<Verification> => page.evaluate(`check(${JSON.stringify(text)})`);

  it(`verifies bundles of claims under ${POLICY}, and refuses a changed byte`, async () => {
    const texts = earlierBundles().slice(0, 10);
    for (const text of texts) expect(await check(text)).toMatchObject({ outcome: 'verified', exitCode: 0 });
    const [text = ''] = texts;
    const at = text.indexOf('"header":"0x') + 40;
    const changed = text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
    expect(await check(changed)).toMatchObject({ outcome: 'refuted', level: 4 });
    expect(wrong).toEqual([]);
  });

  it('loads the EVM for the first view call, and executes it', async () => {
    const blocks = await chainWith(PROXY, { [TARGET]: { code: returning('7 SLOAD 3 SLOAD ADD') } });
    const bundle = await bundleOf(blocks);
    const before = asked.length;
    expect(await check(writeCallBundle(bundle))).toMatchObject({ kind: 'call', result: bundle.result });
    expect(asked.length).toBeGreaterThan(before);
    expect(wrong).toEqual([]);
  });

  it('works without a network once everything is loaded', async () => {
    await page.evaluate('load()');
    await page.context().setOffline(true);
    const [text = ''] = earlierBundles();
    expect(await check(text)).toMatchObject({ outcome: 'verified' });
    expect(wrong).toEqual([]);
  });
});
