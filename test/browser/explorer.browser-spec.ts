import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { shownBundle } from '../builder/shown-bundle.js';
import { axe, CHROMIUM, DEMO, misplaced, overflow, scrolling, useExplorer } from './fixture.js';

if (CHROMIUM === undefined)
  console.log('Skipped: no Chromium is installed here. Install one, or name it in CHROMIUM.');

const VERIFY = join(import.meta.dirname, '..', '..', 'src', 'verify.js');
/** Of the Demo Dollar, with the last letter but one in the other case. */
const MISTYPED = '0x0311364DcD515A67cFDa8328Dd6F9Aeeff486E0f';
const OWNED = `/explore/address/${DEMO.dollar}/proof/relation:owned_by/${DEMO.issuer}`;

(CHROMIUM === undefined ? describe.skip : describe)('the explorer', () => {
  const explorer = useExplorer();

  describe('answers in at most three clicks', () => {
    /** A walk from the first page that counts what is clicked. */
    async function walk() {
      const page = await explorer.open('/');
      let clicks = 0;
      const click = async (name: string | RegExp, role: 'link' | 'button' = 'link') => {
        clicks++;
        await page.getByRole(role, { name }).first().click();
        await page.waitForLoadState('networkidle');
      };
      return { page, click, clicks: () => clicks, text: () => page.innerText('main') };
    }

    it('is this USDC real?', async () => {
      const { page, click, clicks, text } = await walk();
      await click('Is this USDC real?');
      await page.getByText('The asset listed as USDC is').waitFor();
      expect(await text()).toContain('These imitate USDC');
      expect(await page.getAttribute('.listed-asset a', 'href')).toContain(DEMO.dollar);
      await click(/^Proof that/);
      await page.getByText('Proven').first().waitFor();
      expect(await text()).toMatch(/Impersonates an asset[\s\S]*Proven/);
      expect(clicks()).toBeLessThanOrEqual(3);
    });

    it('who controls this token?', async () => {
      const { page, click, clicks, text } = await walk();
      await click('Demo Dollar: who owns it?');
      await click('Who controls this?');
      await page.getByRole('heading', { name: 'Step by step' }).waitFor();
      expect(await text()).toContain('Owned by');
      expect(await page.locator(`main a[href*="${DEMO.issuer}"]`).count()).toBeGreaterThan(0);
      await click(/^proof of Owned by/);
      await page.getByText('Proven').first().waitFor();
      expect(await text()).toMatch(/Owned by[\s\S]*Proven/);
      expect(clicks()).toBeLessThanOrEqual(3);
    });

    it('since when is this address sanctioned, and by which list of which date?', async () => {
      const { page, click, clicks } = await walk();
      await click(/sanctioned account/);
      await page.locator('.list-of').first().waitFor();
      const [risk] = await page.locator('.risk').allInnerTexts();
      expect(risk).toMatch(
        /Sanctioned by OFAC since 25,000,100\s+26 Apr 2026 by the list of OFAC sanctions read 21 Nov 2026/,
      );
      await click(/^proof of: Sanctioned by OFAC/);
      await page.getByText('Proven').first().waitFor();
      expect(await page.innerText('.verdict')).toContain('Proven');
      expect(clicks()).toBeLessThanOrEqual(3);
    });

    it('what did it hold at block N?', async () => {
      const { page, click, clicks } = await walk();
      await page.fill('#start-search', DEMO.issuer);
      await page.keyboard.press('Enter');
      await click('Holdings');
      await page.locator('.as-of summary').click();
      await page.fill('.as-of input', '25000200');
      await page.keyboard.press('Enter');
      await page.getByText('25,000,200').filter({ visible: true }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const portfolio = await explorer.data(`addresses/${DEMO.issuer}/portfolio?block=25000200`);
      const { totalUsd } = portfolio as { totalUsd: number };
      const shown = `$${Math.floor(totalUsd)
        .toString()
        .replace(/\B(?=(\d{3})+$)/g, ',')}`;
      expect(await page.innerText('#holdings')).toContain(shown);
      expect(clicks() + 1).toBeLessThanOrEqual(3);
    });

    it('give me something my auditor can check without you', async () => {
      const { page, click, clicks } = await walk();
      await click('Demo Dollar: who owns it?');
      await click('proof of Has an owner');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        click('Save the bundle', 'button'),
      ]);
      expect(clicks()).toBeLessThanOrEqual(3);
      const said = execFileSync(process.execPath, [VERIFY, await download.path()], { encoding: 'utf8' });
      expect(said).toMatch(/V4 {2}holds/);
    });
  });

  it('shows a state at a block: paused at 25,000,040, and not at 41', async () => {
    const paused = async (at: number) => {
      const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=${at}`);
      const row = page.locator('.timeline tr', { hasText: /^\s*Paused/ });
      return row.locator('.mark').getAttribute('aria-label');
    };
    expect(await paused(25_000_040)).toBe('proven');
    expect(await paused(25_000_041)).toBe('not proven');
  });

  it('dates the axis of a timeline, at its ends and in between', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}`);
    const ticks = page.locator('.axis-tick');
    await ticks.locator('time').nth(3).waitFor();
    expect(await ticks.allInnerTexts()).toEqual(
      Array(4).fill(expect.stringMatching(/^25,000,\d{3}\s+\d+ \w{3} 2026\s+\d\d:\d\d UTC$/)),
    );
    const first = Number((await ticks.first().innerText()).slice(0, 10).replaceAll(',', ''));
    const { timestamp } = (await explorer.data(`blocks/${first}`)) as { timestamp: number };
    const time = new Date(timestamp * 1000).toISOString();
    expect(await ticks.first().locator('time').getAttribute('datetime')).toBe(time);
  });

  it('says that access lists begin with Amsterdam, and counts no block before it as missing', async () => {
    const page = await explorer.open('/explore/coverage');
    const row = page.locator('tr', { hasText: 'access lists' });
    await row.getByText('they begin with Amsterdam').waitFor();
    expect(await row.locator('.missing').count()).toBe(0);
  });

  it('reads the bars of coverage aloud in words', async () => {
    const page = await explorer.open('/explore/coverage');
    await page.getByRole('img', { name: 'Account type: every block from 25,000,000' }).waitFor();
  });

  it.each([
    [`address/${DEMO.dollar}/relations`, /^proof of Owned by 0x5670…bb9b for 0x0311…6e0f$/i],
    [`control/${DEMO.dollar}`, /^proof of Owned by 0x5670…bb9b for 0x0311…6e0f$/i],
    [`diff/${DEMO.dollar}?from=25000039&to=25000040`, /^proof of Paused for 0x0311…6e0f at 25,000,040$/],
    ['definitions/token:paused?at=25000040', /^proof of Paused for 0x0311…6e0f$/],
  ])('names each proof by its claim in the tables of %s', async (path, name) => {
    const page = await explorer.open(`/explore/${path}`);
    await page.locator('main td').getByRole('link', { name }).first().waitFor();
    expect(await page.getByRole('link', { name: 'proof', exact: true }).count()).toBe(0);
  });

  it.each(['registries', 'registries?list=ofac-sanctions', 'definitions/token:paused', 'validators'])(
    'writes days alike on the page %s',
    async (path) => {
      const page = await explorer.open(`/explore/${path}`);
      await page
        .locator('main')
        .getByText(/\d{1,2} [A-Z][a-z]{2} 20\d\d/)
        .first()
        .waitFor({ state: 'attached' });
      // The source of a list is its own text.
      expect(await page.locator('main').textContent()).not.toMatch(/(?<!\(read )\b20\d\d-\d\d-\d\d/);
    },
  );

  it('tells screen readers that a text was copied', async () => {
    const page = await explorer.open(OWNED);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy the hash of the proof' }).click();
    await page.getByRole('status').getByText('Copied the hash of the proof').waitFor();
  });

  it('says once that a text is no address, or that a block is not known', async () => {
    const noAddress = await explorer.open('/explore/address/0xzz');
    await noAddress.getByText('This is no address.').waitFor();
    expect(await noAddress.locator('.notice').count()).toBe(1);
    const noBlock = await explorer.open('/explore/block/99999999');
    await noBlock.getByText('Cannot be said.').waitFor();
    expect(await noBlock.locator('.notice').count()).toBe(1);
  });

  it('does not call an undecided claim not proven', async () => {
    const page = await explorer.open('/explore', { settled: false });
    await page.route(/attributes\/risk(:|%3A)impersonates_asset\/explain/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      Object.assign(json.data, { answer: 'undecided', reason: 'facts_unknown' });
      await route.fulfill({ response, json });
    });
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}/proof/risk:impersonates_asset`);
    await page.getByText('a fact that it needs is not known').waitFor();
    expect(await page.innerText('.verdict')).toContain('Cannot be said');
    expect(await page.innerText('main')).not.toContain('Not proven');
  });

  it('requests the data above the tabs once, and lists those calls in every tab', async () => {
    const page = await explorer.open('/explore', { settled: false });
    // The head stays constant: no block is replaced meanwhile.
    const kept = await (
      await fetch(`${explorer.url()}/api/v1/chains/1/coverage`, {
        headers: { 'x-api-key': explorer.key() },
      })
    ).json();
    await page.route('**/api/**/coverage', (route) => route.fulfill({ json: kept }));
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}`);
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Holdings' }).click();
    // Drawn at once, before any answer.
    expect(await page.locator('.sentence').count()).toBe(1);
    await page.locator('#holdings').waitFor();
    expect(await page.title()).toBe('0x0311…6e0f · Holdings · Chainproof');
    await page.waitForLoadState('networkidle');
    expect(asked).toContain(`/api/v1/chains/1/addresses/${DEMO.dollar}/portfolio`);
    expect(asked.filter((path) => path.endsWith('/intervals') || path.endsWith(DEMO.dollar))).toEqual([]);
    await page.getByText('The calls behind this page').click();
    await page.locator('.calls a', { hasText: '/attributes/intervals' }).first().waitFor();
  });

  it('says that a tab does not exist, and shows those that do', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}/holding`);
    expect(await page.innerText('main .notice')).toContain('There is no tab “holding”.');
    expect(await page.locator('.timeline, .tabs [aria-current]').count()).toBe(0);
    await page.getByRole('link', { name: 'Holdings' }).click();
    await page.locator('#holdings').waitFor();
  });

  it('shows the declaration of a token as text beside its bytes', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.fakeUsdc}/proof/risk:impersonates_asset`);
    expect(await page.innerText('main')).toContain('USDC 0x55534443');
  });

  it.each([`/proof/sha256:${'ab'.repeat(32)}`, '/definitions/risk:nothing', '/registries?list=nothing'])(
    'says under a heading that a thing does not exist: %s',
    async (path) => {
      const page = await explorer.open(`/explore${path}`);
      expect(await page.locator('h1').count()).toBe(1);
      expect(await page.innerText('main .notice')).toMatch(/There is (none|no such list)\./);
    },
  );

  it('says on the page of a proof by its hash until when its claim held', async () => {
    const { intervals } = (await explorer.data(
      `addresses/${DEMO.dollar}/attributes/intervals?limit=1000`,
    )) as { intervals: readonly { attributeId: string; endBlock?: number; proofHash: string }[] };
    const paused = intervals.find(
      ({ attributeId, endBlock }) => attributeId === 'token:paused' && endBlock !== undefined,
    )!;
    const page = await explorer.open(`/explore/proof/${paused.proofHash}`);
    await page.getByText('The claim at block').waitFor();
    expect(await page.innerText('.verdict')).toContain('until 25,000,0');
    expect(await page.innerText('.verdict')).not.toContain('still held');
    await page.getByRole('button', { name: 'Check in this browser' }).click();
    await page.getByText('V1 to V4 hold').waitFor();
    expect(await page.innerText('.outcome')).toContain(paused.proofHash);
  });

  it('shows the name that a token gives itself if a list names it otherwise', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}`);
    expect(await page.innerText('h1')).toContain('USD Coin');
    expect(await page.innerText('main')).toContain('It calls itself Demo Dollar (dUSD).');
    expect(await page.title()).toBe('0x0311…6e0f · Address · Chainproof');
  });

  it('lists the claims that are not proven after a click on “Why?”', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}`);
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.getByRole('link', { name: 'Sanctioned by OFAC' }).waitFor();
  });

  it('describes the checks of a proof as its definition does', async () => {
    const page = await explorer.open(OWNED);
    expect(await page.innerText('main')).toContain('owner(), executed here, returns an address.');
  });

  it.each([`address/${DEMO.safe}/relations`, `control/${DEMO.safe}`])(
    'shows rows on a phone without horizontal scrolling, and a legible drawing (%s)',
    async (path) => {
      const page = await explorer.open(`/explore/${path}`, { viewport: { width: 360, height: 800 } });
      const table = page.locator('section.scroll', { has: page.locator('table.reads') });
      expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      const text = page.locator('.drawing text').first();
      expect(await text.evaluate((drawn) => drawn.getBoundingClientRect().height)).toBeGreaterThan(8);
    },
  );

  it('accepts a date instead of a block', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=2026-04-26%2017:28`);
    const { timestamp } = (await explorer.data('blocks/25000040')) as { timestamp: number };
    expect(new Date(timestamp * 1000).toISOString()).toContain('2026-04-26T17:28');
    expect(await page.innerText('.as-of summary')).toMatch(/block 25,000,04\d, 26 Apr 2026 17:28 UTC/);
  });

  it.each([
    ['99999999', 'Block 99999999 is not known here'],
    ['1', 'Block 1 is before the first covered block'],
    ['yesterday', 'is neither a block nor a date'],
    ['2020-01-01', 'is before the first covered block'],
  ])('shows no state at %s', async (at, says) => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=${at}`);
    await page.getByText(says).waitFor();
    expect(await page.locator('.sentence, .timeline').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('shows no state at a date whose block is missing', async () => {
    const page = await explorer.open('/explore', { settled: false });
    await page.route(/\/blocks\/\d+$/, (route) =>
      route.fulfill({
        status: 422,
        json: {
          error: {
            code: 'block_not_available',
            message: 'x',
            details: {
              reason: 'coverage_gap',
              coverageGapFromBlock: 25000001,
              coverageGapToBlock: 25000200,
            },
          },
        },
      }),
    );
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}?at=2026-04-26%2017:28`);
    await page.getByText('Blocks 25,000,001 to 25,000,200 are missing').first().waitFor();
    expect(await page.locator('.sentence, .timeline').count()).toBe(0);
  });

  it.each(['token', 'contract'])('says that the tab %s shows the newest block', async (tab) => {
    const page = await explorer.open(`/explore/address/${DEMO.weth}/${tab}?at=25000040`);
    await page.getByText('Always as of the newest block.').waitFor();
  });

  it('says of a claim that begins after the block when it begins, and links to that proof', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=25000036`);
    const row = page.locator('.timeline tr', { hasText: 'Can exclude accounts' });
    expect(await row.innerText()).toContain('later, since 25,000,038');
    await row.getByRole('link', { name: 'proof of Can exclude accounts at 25,000,038' }).click();
    await page.locator('.verdict').getByText('Proven', { exact: true }).waitFor();
    const relations = await explorer.open(`/explore/address/${DEMO.safe}/relations?at=25000081`);
    const owner = relations.locator('tr', { hasText: 'alice.eth' });
    expect(await owner.getByRole('link', { name: /^proof of / }).getAttribute('href')).toContain(
      'at=25000087',
    );
  });

  it('says of a relation that is over from when to when it held', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.safe}/relations`);
    const row = page.locator('tr', { hasText: '25,000,082' }).first();
    expect(await row.innerText()).toMatch(/from 25,000,080\s+26 Apr 2026 to 25,000,082/);
  });

  it('dates the lists and blocks of a statement by the block of the page', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=25000036`);
    await page.getByText('blocks up to 25,000,036').waitFor();
  });

  it('keeps the newest block in the address, so that a colleague sees the same', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}`);
    const shown = (await page.innerText('.as-of summary b')).replaceAll(',', '');
    await page.locator('.as-of summary').click();
    await page.getByRole('button', { name: 'Keep this block in the link' }).click();
    await page.waitForURL(new RegExp(`at=${shown}$`));
    expect(await page.innerText('.as-of summary')).not.toContain('newest');
  });

  it('does not call not proven what no definition defines', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}/proof/asset:nothing`);
    await page.getByText('There is no such definition.').waitFor();
    expect(await page.innerText('main')).not.toContain('Not proven');
  });

  it('lists each time a claim held, one apart from the other', async () => {
    const page = await explorer.open('/explore', { settled: false });
    await page.route('**/attributes/intervals*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const { intervals } = json.data;
      const paused = intervals.find(
        ({ attributeId }: { attributeId: string }) => attributeId === 'token:paused',
      );
      intervals.push({ ...paused, startBlock: 25000042, endBlock: 25000044 });
      await route.fulfill({ response, json });
    });
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}/proof/token:paused`);
    await page.getByText('It held only at 25,000,040; from 25,000,042 to 25,000,044.').waitFor();
  });

  it('names the newest block in the link of a comparison', async () => {
    const page = await explorer.open(`/explore/diff/${DEMO.dollar}`);
    await page.fill('input[name=from]', '25000036');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.waitForURL(/from=25000036&to=25000\d{3}$/);
    await page.getByRole('heading', { name: /What is proven at 25,000,036/ }).waitFor();
  });

  it('shows what became of each asset between two blocks, also where a list leaves it out', async () => {
    const trader = '0x86847e0705efaa2066a44859f997b42edbd5ccd7';
    const rows = async (address: string) => {
      const page = await explorer.open(`/explore/diff/${address}?from=25000060&to=25000200`);
      const table = page.getByLabel('Holdings at both blocks');
      await table.waitFor();
      return table.locator('tbody tr').allInnerTexts();
    };
    expect(await rows(trader)).toContainEqual(
      expect.stringMatching(/500,000 dUSD\s+472,927\.297274 dUSD\s+−27,072\.702726 dUSD\s+−\$/),
    );
    const safe = await rows(DEMO.safe);
    expect(safe).toContainEqual(expect.stringMatching(/^Ether\s+0 ETH\s+7\.5 ETH\s+\+7\.5 ETH\s+\+\$/));
    expect(safe).toContainEqual(expect.stringMatching(/\s0 dUSD\s+750 dUSD\s+\+750 dUSD\s+\+\$750\.00/));
  });

  it('says that nothing is held, and shows no empty table for it', async () => {
    const nobody = `0x${'12'.repeat(20)}`;
    const page = await explorer.open(`/explore/address/${nobody}/holdings`);
    await page.getByRole('heading', { name: 'Nothing is known to be held' }).waitFor();
    expect(await page.innerText('#main')).not.toContain('could be valued');
    expect(await page.locator('main table').count()).toBe(0);
    const compared = await explorer.open(`/explore/diff/${nobody}?from=25000036&to=25000050`);
    await compared.getByText('Nothing is known to be held.').first().waitFor();
    expect(await compared.innerText('#main')).not.toContain('could be valued');
    expect(await compared.locator('main table').count()).toBe(0);
    const activity = await explorer.open(`/explore/address/${nobody}/activity`);
    await activity.getByText('None in the covered blocks.').waitFor();
    expect(await activity.locator('main table').count()).toBe(0);
  });

  it('counts suggestions for whoever does not see them, and closes them by Escape and on leaving', async () => {
    const page = await explorer.open('/explore');
    const list = page.locator('.suggestions');
    await page.locator('#start-search').pressSequentially('usd');
    await page
      .getByRole('status')
      .getByText(/\d suggestions below/)
      .waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    expect(await page.inputValue('#start-search')).toBe('usd');
    await page.keyboard.type('c');
    await list.waitFor();
    await page.locator('h1').click();
    await list.waitFor({ state: 'detached' });
  });

  it('shows a screening again on the way back from a proof', async () => {
    const page = await explorer.open('/explore/screen');
    await page.fill('textarea', DEMO.mallory);
    await page.getByRole('button', { name: /^Screen 1/ }).click();
    await page.getByRole('heading', { name: /^1 of 1 with a mark/ }).waitFor();
    await page.getByText(/^Sanctioned by OFAC since 25,000,100\s+26 Apr 2026 proof/).waitFor();
    const screened = await page.innerText('h2');
    await page.getByRole('link', { name: 'proof of: Sanctioned by OFAC' }).click();
    await page.locator('.verdict').waitFor();
    const at = new URL(page.url()).searchParams.get('at');
    expect(screened.replaceAll(',', '')).toContain(`at the end of block ${at}`);
    await page.goBack();
    await page.getByRole('heading', { name: /^1 of 1 with a mark, at the end of block/ }).waitFor();
    expect(await page.inputValue('textarea')).toBe(DEMO.mallory);
  });

  it.each(['/search?q=usdc&at=25000036', '/validators?at=25000036'])(
    'says that %s is not as of the block of the page',
    async (path) => {
      const page = await explorer.open(`/explore${path}`);
      await page.getByText('Always as of the newest block.').waitFor();
    },
  );

  it('counts validators as validators', async () => {
    const page = await explorer.open('/explore/validators');
    await page
      .getByText(/^[\d,]+ validators, about /)
      .first()
      .waitFor();
    // The day under the pointer, or the newest.
    expect(await page.innerText('.chart .u-legend')).toMatch(
      /^Day \(UTC\)\d+ \w+ \d{4}wait to enter\d+wait to leave\d+$/u,
    );
  });

  it('warns of an address whose checksum is wrong', async () => {
    const page = await explorer.open('/explore');
    await page.fill('#start-search', MISTYPED);
    await page.keyboard.press('Enter');
    await page.getByText('A character may be mistyped.').waitFor();
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}`);
    await page.locator('.timeline').waitFor();
    expect(await page.innerText('#main')).not.toContain('mistyped');
  });

  it('shows relations on a phone as a table first, and says how many boxes the drawing leaves out', async () => {
    const page = await explorer.open('/explore', {
      settled: false,
      viewport: { width: 360, height: 800 },
    });
    await page.route('**/relations/intervals*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const { intervals } = json.data;
      for (let at = 0; at < 70; at++)
        intervals.push({
          ...intervals[0],
          attributeId: `relation:made_up_${Math.floor(at / 10)}`,
          counterpart: `0x${(at + 1).toString(16).padStart(40, '0')}`,
        });
      await route.fulfill({ response, json });
    });
    await page.goto(`${explorer.url()}/explore/address/${DEMO.safe}/relations`);
    await page.getByText(/The drawing has 60 of \d+ boxes/).waitFor();
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
    expect(await topOf('main table')).toBeLessThan(await topOf('main .drawing'));
  });

  it('says how many transactions of a block it shows', async () => {
    const page = await explorer.open('/explore', { settled: false });
    await page.route(/blocks\/25000053\/transactions/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.data.transactions = json.data.transactions.slice(0, 2);
      json.data.nextCursor = 'more';
      await route.fulfill({ response, json });
    });
    await page.goto(`${explorer.url()}/explore/block/25000053`);
    await page.getByText('The first 2 of 3 transactions.').waitFor();
  });

  it('moves the block by arrow keys, and keeps it in the links', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=25000100`);
    await page.getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/at=25000099/);
    await page.getByRole('link', { name: 'Relations' }).click();
    expect(page.url()).toContain('at=25000099');
  });

  describe('every page in two widths and two themes', () => {
    const pages: readonly (readonly [name: string, path: string])[] = [
      ['start', ''],
      ['search', '/search?q=usdc'],
      ['address', `/address/${DEMO.dollar}`],
      ['sanctioned', `/address/${DEMO.mallory}`],
      ['unknown address', `/address/0x${'12'.repeat(20)}`],
      ['relations', `/address/${DEMO.safe}/relations`],
      ['holdings', `/address/${DEMO.issuer}/holdings`],
      ['dealings', `/address/${DEMO.issuer}/dealings`],
      ['activity', `/address/${DEMO.issuer}/activity`],
      ['contract', `/address/${DEMO.proxy}/contract`],
      ['token', `/address/${DEMO.weth}/token`],
      ['proof', OWNED.slice('/explore'.length)],
      ['not proven', `/address/${DEMO.dollar}/proof/risk:sanctioned_ofac`],
      ['control', `/control/${DEMO.proxy}`],
      ['compare', `/diff/${DEMO.dollar}?from=25000036&to=25000050`],
      ['report', `/report?subject=${DEMO.dollar}&claims=control:ownable,risk:sanctioned_ofac&at=25000200`],
      ['choose claims', `/report?subject=${DEMO.dollar}`],
      ['definitions', '/definitions'],
      ['definition', '/definitions/risk:sanctioned_ofac'],
      ['lists', '/registries'],
      ['list', '/registries?list=ofac-sanctions'],
      ['coverage', '/coverage'],
      ['block', '/block/25000053'],
      ['transaction', '/tx/0xf513d7c45e647649bb9696c1786ad1384fcb71f5a596557544ba09d565192ab3'],
      ['screening', '/screen'],
      ['check', '/verify'],
      ['validators', '/validators'],
      ['no page', '/nothing/here'],
    ];

    it.each(pages)('%s', async (name, path) => {
      const found: string[] = [];
      for (const width of [1280, 360])
        for (const colorScheme of ['light', 'dark'] as const) {
          const page = await explorer.open(`/explore${path}`, {
            colorScheme,
            viewport: { width, height: 800 },
          });
          // On a busy machine the last answer is drawn after the network is idle.
          await page.locator('h1').first().waitFor();
          const wide = await overflow(page);
          if (wide > 0) found.push(`${width} ${colorScheme}: ${wide} px too wide`);
          for (const table of await scrolling(page)) found.push(`${width} ${colorScheme}: ${table} scrolls`);
          for (const line of await misplaced(page)) found.push(`${width} ${colorScheme}: ${line}`);
          for (const line of await axe(page)) found.push(`${width} ${colorScheme}: ${line}`);
          const directory = process.env.SCREENSHOTS;
          if (directory !== undefined)
            await page.screenshot({
              path: join(directory, `${name}-${width}-${colorScheme}.png`),
              fullPage: true,
            });
          await page.context().close();
        }
      expect(found).toEqual([]);
    });
  });

  describe('text of the chain', () => {
    const HOSTILE = `<img src=x onerror="document.title='taken'">\u202e${'x'.repeat(10_000)}`;

    it('is shown as text, with its direction isolated, and breaks no layout', async () => {
      const page = await explorer.open('/explore', { settled: false });
      await page.route('**/api/v1/chains/1/addresses/*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        json.data.name = HOSTILE;
        json.data.token = { state: 'found', symbol: HOSTILE, name: HOSTILE };
        await route.fulfill({ response, json });
      });
      await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}/relations`);
      await page.waitForLoadState('networkidle');
      expect(await page.locator('h1 bdi').innerText()).toMatch(/^<img src=x onerror=/);
      expect(await page.locator('main img').count()).toBe(0);
      expect(await page.title()).not.toBe('taken');
      expect(await page.innerText('main')).not.toContain('\u202e');
      expect(await overflow(page)).toBe(0);
    });

    it('shows its invisible characters as escapes', async () => {
      const page = await explorer.open('/explore/search?q=US%E2%80%8BDC');
      expect(await page.innerText('h1')).toBe('Search: US\\u200bDC');
    });
  });

  describe('refusals and slow answers', () => {
    const refusing = async (pattern: string, status: number, error: object, headers = {}) => {
      const page = await explorer.open('/explore', { settled: false });
      await page.route(pattern, (route) => route.fulfill({ status, json: { error }, headers }));
      return page;
    };
    const at = (page: Page) => page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}`);

    it('a gap is neither yes nor no, and is named', async () => {
      const details = {
        reason: 'coverage_gap',
        coverageGapFromBlock: 25000100,
        coverageGapToBlock: 25000110,
      };
      const page = await refusing('**/attributes/intervals*', 422, {
        code: 'block_not_available',
        message: 'x',
        details,
      });
      await at(page);
      const notice = page.locator('.notice.unknown').first();
      await notice.waitFor();
      expect(await notice.innerText()).toMatch(
        /Cannot be said\. Blocks 25,000,100 to 25,000,110 are missing/,
      );
    });

    it('with blocks missing, an absent claim is undecided', async () => {
      const page = await explorer.open('/explore', { settled: false });
      await page.route('**/api/**/coverage', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        for (const family of json.data.families)
          if (family.family === 'risk') family.gaps = [{ fromBlock: 25000100, toBlock: 25000101 }];
        await route.fulfill({ response, json });
      });
      await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}`);
      await page.waitForLoadState('networkidle');
      expect(await page.innerText('.sentence')).toContain('cannot be said');
      expect(await page.innerText('.sentence')).not.toContain('Nothing that is checked');
    });

    it.each([
      ['a family that was once undecided', (name: string) => name !== 'risk', false],
      ['what begins after a thousand intervals', () => true, true],
    ])('a risk is shown though the history leaves out %s', async (_, isCovered, truncated) => {
      const page = await explorer.open('/explore', { settled: false });
      await page.route('**/attributes/intervals*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        const { data } = json;
        data.coveredFamilies = data.coveredFamilies.filter(isCovered);
        data.intervals = data.intervals.filter(
          ({ attributeId }: { attributeId: string }) => !attributeId.startsWith('risk:'),
        );
        data.truncated = truncated;
        await route.fulfill({ response, json });
      });
      await page.goto(`${explorer.url()}/explore/address/${DEMO.mallory}`);
      await page.waitForLoadState('networkidle');
      expect(await page.innerText('.sentence')).toContain('Sanctioned by OFAC');
      expect(await page.innerText('.timeline')).toContain('Sanctioned by OFAC');
    });

    it('a risk that is undecided is not denied', async () => {
      const page = await explorer.open('/explore', { settled: false });
      await page.route('**/attributes/intervals*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        json.data.coveredFamilies = json.data.coveredFamilies.filter((name: string) => name !== 'risk');
        await route.fulfill({ response, json });
      });
      await page.route('**/screening?*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        json.data.addresses[0].undecided = ['risk:impersonates_asset'];
        await route.fulfill({ response, json });
      });
      await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}`);
      await page.waitForLoadState('networkidle');
      const sentence = await page.innerText('.sentence');
      expect(sentence).toMatch(/It cannot be said whether this holds.*Impersonates an asset/);
      expect(sentence).not.toContain('Nothing that is checked');
    });

    it('with blocks missing, no claim is said to have ended', async () => {
      const page = await explorer.open('/explore', { settled: false });
      await page.route('**/api/**/coverage', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        for (const family of json.data.families) family.gaps = [{ fromBlock: 25000045, toBlock: 25000046 }];
        await route.fulfill({ response, json });
      });
      await page.goto(`${explorer.url()}/explore/diff/${DEMO.dollar}?from=25000040&to=25000050`);
      await page.getByText('after it cannot be said').waitFor();
      expect(await page.innerText('main')).toContain('At 25,000,050 something cannot be said');
      expect(await page.innerText('main table')).not.toContain('ended');
    });

    it('a missing key is asked for', async () => {
      const page = await refusing('**/attributes/intervals*', 401, {
        code: 'bad_request',
        message: 'x',
        details: { reason: 'api_key_missing' },
      });
      await at(page);
      await page.locator('input[name=key]').first().waitFor();
    });

    it('503 can be tried again', async () => {
      const page = await refusing('**/attributes/intervals*', 503, {
        code: 'service_unavailable',
        message: 'A store is away.',
      });
      await at(page);
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    });

    it('after a 429 the page waits for the stated time, then goes on', async () => {
      const page = await explorer.open('/explore', { settled: false });
      let refused = 0;
      await page.route('**/attributes/intervals*', (route) =>
        refused++ === 0
          ? route.fulfill({
              status: 429,
              headers: { 'retry-after': '2' },
              json: { error: { code: 'bad_request', message: 'x' } },
            })
          : route.continue(),
      );
      await at(page);
      expect(await page.locator('.waiting').innerText()).toMatch(/goes on in [12] s/);
      await page.locator('.timeline').waitFor();
    });

    it.each([
      ['', 'away'],
      ['/coverage', 'away'],
      [`/address/${DEMO.dollar}`, 'away'],
      [`/address/${DEMO.dollar}`, 'refusing'],
    ])(
      'the page does not wait for a service that cannot state its newest block (%s, %s)',
      async (path, how) => {
        const page = await explorer.open('/explore', { settled: false });
        const error = { code: 'service_unavailable', message: 'A store is away.' };
        await page.route('**/api/**/coverage', (route) =>
          how === 'away' ? route.abort() : route.fulfill({ status: 503, json: { error } }),
        );
        await page.goto(`${explorer.url()}/explore${path}`);
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        expect(await page.innerText('main')).toContain(
          how === 'away' ? 'The service cannot be reached' : 'The service cannot answer now.',
        );
        expect(await page.innerText('main')).not.toContain('Asking');
      },
    );

    it('a key is asked for on the first page', async () => {
      const page = await refusing('**/api/**/coverage', 401, {
        code: 'bad_request',
        message: 'x',
        details: { reason: 'api_key_missing' },
      });
      await page.goto(`${explorer.url()}/explore`);
      await page.locator('input[name=key]').waitFor();
    });

    it('says which lists were consulted, or that it is not known', async () => {
      const page = await explorer.open('/explore', { settled: false });
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/registries', async (route) => {
        await asked;
        await route.abort();
      });
      await at(page);
      await page.getByText('Asking which lists were consulted').waitFor();
      answer();
      await page.getByText('Which lists were consulted is not known here').waitFor();
      expect(await page.innerText('.sentence')).not.toContain('Consulted:');
    });

    it('screens on what is answered, and says what it could not ask and what is no address', async () => {
      const page = await explorer.open('/explore/screen');
      await page.route('**/screening?*', (route) => route.abort());
      await page.fill('textarea', `${MISTYPED}\n0x1234\n0x${'ab'.repeat(21)}`);
      await page.getByText('2 entries begin with 0x and are no addresses: 0x1234').waitFor();
      await page.getByText('In 1 of the addresses a character may be mistyped').waitFor();
      await page.getByRole('button', { name: 'Screen 1 address', exact: true }).click();
      await page.getByRole('heading', { name: '0 of 1 with a mark; of 1 it cannot be said' }).waitFor();
      await page.getByText('The service cannot be reached').waitFor();
      expect(await page.locator('progress').count()).toBe(0);
    });

    it('a screening names what cannot be said by its title', async () => {
      const page = await explorer.open('/explore/screen');
      await page.route('**/screening?*', async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        json.data.addresses[0].undecided = ['risk:impersonates_asset', 'risk:usdc_blacklisted'];
        await route.fulfill({ response, json });
      });
      await page.fill('textarea', DEMO.dollar);
      await page.getByRole('button', { name: /^Screen 1/ }).click();
      await page.getByText('cannot be said: Impersonates an asset, Excluded by USDC').waitFor();
    });

    it('the page says that an answer is slow', async () => {
      const page = await explorer.open('/explore', { settled: false });
      await page.route('**/attributes/intervals*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        await route.continue();
      });
      await at(page);
      await page.getByText('Still asking').first().waitFor();
      await page.locator('.timeline').waitFor();
    });
  });

  describe('checks a bundle', () => {
    const bundle = async () => {
      const found = await explorer.data(
        `addresses/${DEMO.dollar}/relations/relation:owned_by/${DEMO.issuer}/proof/bundle`,
      );
      return (found as { bundle: string }).bundle;
    };

    it('on the page of its proof, and compares its block hashes with a node', async () => {
      const page = await explorer.open(OWNED);
      await page.getByRole('button', { name: 'Check in this browser' }).click();
      await page.getByText('V1 to V4 hold').waitFor();
      expect(await page.innerText('.outcome')).toMatch(
        /of the address 0x0311\w{36} at the end of block 25,000,\d{3}: Owned by 0x5670\w{36} \(relation:owned_by\)\./,
      );
      expect(await page.locator('.level.holds').count()).toBe(4);
      await page.route('http://127.0.0.1:8545/', async (route) => {
        const { method, params } = route.request().postDataJSON();
        const hash = method === 'eth_getBlockByHash' ? params[0] : `0x${'00'.repeat(32)}`;
        await route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: { number: '0x17d7863', hash } } });
      });
      page.removeAllListeners('request');
      await page.getByRole('button', { name: 'Compare the block hashes' }).click();
      await page.getByText('is not on the chain of your node').first().waitFor();
    });

    it('that leads from a beacon block of the reader, or says why the service has no such bundle', async () => {
      const page = await explorer.open(OWNED);
      await page.getByText('Name a log or a beacon block').click();
      const check = async (checkpoint: string) => {
        await page.fill('input[name=checkpoint]', checkpoint);
        await page.getByRole('button', { name: /^Check (in|again)/ }).click();
      };
      const root = `0x${'ab'.repeat(32)}`;
      const asked = page.waitForRequest(new RegExp(`/proof/bundle\\?(.*&)?checkpoint=${root}`));
      await check(root);
      await asked;
      await page.getByRole('alert').getByText('checkpoint').waitFor();
      await check('0xab');
      await page.getByText('a checkpoint is the root of a beacon block').waitFor();
      await check('');
      await page.getByText('V1 to V4 hold').waitFor();
    });

    it('and says of V5 and V6 what the command line says, also from a log and a beacon block of the reader', async () => {
      const { text, log, checkpoint } = shownBundle();
      const page = await explorer.open('/explore/verify');
      await page.setInputFiles('input[type=file]', {
        name: 'bundle.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text, 'latin1'),
      });
      await page.getByText('V1 to V4 hold.').waitFor();
      const file = `/tmp/shown-${process.pid}.json`;
      writeFileSync(file, text, 'latin1');
      const onCommandLine = (...trusted: string[]) =>
        execFileSync(process.execPath, [VERIFY, file, ...trusted], { encoding: 'utf8' })
          .split('\n')
          .filter((line) => /^V[56]/.test(line))
          .map((line) => line.slice(17));
      const lines = async () =>
        (await page.locator('.check > .refs li').allInnerTexts()).map((line) =>
          line.replace(/^V\d [^:]*: /, ''),
        );
      expect(await lines()).toEqual(onCommandLine());
      await page.getByText('Assumed: that the 1 block hash is that of the chain').waitFor();
      await page.getByText('Name a log or a beacon block').click();
      await page.fill('textarea[name=log]', log);
      await page.fill('input[name=checkpoint]', checkpoint);
      await page.getByRole('button', { name: 'Check again' }).click();
      await page.getByText('All six levels hold.').waitFor();
      await page.getByText('Shown by V6: that the 1 block hash').waitFor();
      expect(await page.locator('.level.holds').count()).toBe(6);
      expect(await lines()).toEqual(onCommandLine('--log', log, '--checkpoint', checkpoint));
      expect(await page.innerText('.outcome')).not.toContain('Assumed');
    });

    it('offline, and finds the same failing level as the command line', async () => {
      const text = await bundle();
      const page = await explorer.open('/explore/verify');
      await page.getByText('The verifier is loaded').waitFor();
      await page.context().setOffline(true);
      const check = async (content: string) => {
        await page.setInputFiles('input[type=file]', {
          name: 'bundle.json',
          mimeType: 'application/json',
          buffer: Buffer.from(content, 'latin1'),
        });
        await page.locator('.outcome, .notice.danger').first().waitFor();
        const failed = page.locator('.level.fails b');
        const outcome =
          (await page.locator('.outcome').count()) > 0
            ? 'verified'
            : (await failed.count()) > 0
              ? await failed.innerText()
              : 'no bundle';
        await page.setInputFiles('input[type=file]', []);
        return outcome;
      };
      const file = `/tmp/bundle-${process.pid}.json`;
      const onCommandLine = (content: string) => {
        writeFileSync(file, content, 'latin1');
        try {
          execFileSync(process.execPath, [VERIFY, file], { stdio: 'pipe' });
          return 'verified';
        } catch (error) {
          const { status } = error as { status: number };
          return status === 10 ? 'no bundle' : `V${status - 10}`;
        }
      };
      expect(await check(text)).toBe('verified');
      const found = new Set<string>();
      for (let turn = 1; turn <= 12; turn++) {
        const place = Math.floor((turn * text.length) / 13);
        const digit = text[place]!;
        const flipped = text.slice(0, place) + (digit === '1' ? '2' : '1') + text.slice(place + 1);
        const outcome = onCommandLine(flipped);
        expect([place, await check(flipped)]).toEqual([place, outcome]);
        found.add(outcome);
      }
      expect(found.size).toBeGreaterThan(1);
      expect(found).not.toContain('verified');
    });
  });

  describe('a report', () => {
    const CLAIMS = `control:ownable,relation:owned_by/${DEMO.issuer},risk:sanctioned_ofac`;
    const PATH = `/explore/report?subject=${DEMO.dollar}&claims=${CLAIMS}&at=25000200`;

    /** Text of the printed pages; undefined without pdftotext. */
    async function printed(page: Page): Promise<readonly string[] | undefined> {
      const pdf = `/tmp/report-${process.pid}.pdf`;
      writeFileSync(pdf, await page.pdf({ format: 'A4', preferCSSPageSize: true }));
      try {
        const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
        return text.split('\f').filter((one) => one.trim() !== '');
      } catch {
        console.log('Skipped: pdftotext is not installed here.');
        return undefined;
      }
    }

    async function expectPrinted(page: Page): Promise<void> {
      const { documentId } = (await explorer.data(
        `addresses/${DEMO.dollar}/report?claims=${CLAIMS}&block=25000200`,
      )) as { documentId: string };
      const pages = await printed(page);
      if (pages === undefined) return;
      expect(pages.length).toBeGreaterThan(1);
      for (const [at, one] of pages.entries()) {
        expect(one).toContain(`Chainproof report ${documentId}`);
        expect(one).toContain(`Page ${at + 1} of ${pages.length}`);
      }
      const whole = pages.join('').replaceAll(/\s/g, '');
      const proof = (await explorer.data(
        `addresses/${DEMO.dollar}/attributes/control:ownable/proof?block=25000200`,
      )) as { proofHash: string };
      for (const said of [proof.proofHash, DEMO.issuer, 'isownedby', 'Itisnotproventhat', 'Demochain.'])
        expect(whole).toContain(said);
    }

    it('is printed with whole hashes and a footer on each page', async () => {
      const page = await explorer.open(PATH);
      await page.getByRole('heading', { name: 'What is proven of an address' }).waitFor();
      await expectPrinted(page);
    });

    it('is saved as a self-contained file, which prints alike', async () => {
      const page = await explorer.open(PATH);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the document' }).click(),
      ]);
      const file = `/tmp/report-${process.pid}.html`;
      await download.saveAs(file);
      await page.context().setOffline(true);
      await page.goto(`file://${file}`);
      expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
      await expectPrinted(page);
    });

    it('comes with the bundles of what is proven', async () => {
      const page = await explorer.open(PATH);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save it with the bundles' }).click(),
      ]);
      const names = readFileSync(await download.path(), 'latin1');
      for (const name of ['control-ownable.json', 'relation-owned_by-', 'SHA256SUMS'])
        expect(names).toContain(name);
      expect(names).not.toContain('risk-sanctioned');
    });
  });

  it('screens a file of 500 addresses at one block, and saves what it found', async () => {
    const page = await explorer.open('/explore/screen');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/screening?'))
        asked.push(new URL(request.url()).searchParams.get('block') ?? 'newest');
    });
    const others = Array.from({ length: 499 }, (_, at) => `0x${(at + 1).toString(16).padStart(40, '0')}`);
    const lines = ['name,address', ...[DEMO.mallory, ...others].map((address, at) => `"n ${at}",${address}`)];
    await page.setInputFiles('input[type=file]', {
      name: 'customers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    });
    await page.getByRole('button', { name: 'Screen 500 addresses' }).click();
    await page
      .getByRole('heading', { name: /^1 of 500 with a mark, at the end of block/ })
      .waitFor({ timeout: 100_000 });
    // All other batches ask at the block of the first answer.
    expect(asked.length).toBe(10);
    expect(new Set(asked.slice(1)).size).toBe(1);
    expect(asked[1]).toMatch(/^\d+$/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const [head, first, ...rest] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toBe('address,state,kind,risks,since,mayBeginEarlier,proofs,block,coveredFromBlock,lists');
    expect(first).toMatch(
      new RegExp(
        `^${DEMO.mallory},proven,[a-z ]+,risk:frozen_by_issuer risk:sanctioned_ofac [a-z_: ]+,[0-9]+ 25000100 [0-9 ]+,no [no ]+,sha256:[^,]+,${asked[1]},25000000,.*ofac-sanctions 1\\.`,
      ),
    );
    expect(rest.length).toBe(499);
    expect(rest.filter((row) => !row.includes(',not-proven,'))).toEqual([]);
  });

  it('shows nothing of blocks that were replaced while it was read', async () => {
    const page = await explorer.open('/explore', { settled: false });
    let isReplaced = false;
    await page.route('**/api/**/coverage', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      if (isReplaced) json.data.head.hash = `0x${'ff'.repeat(32)}`;
      await route.fulfill({ response, json });
    });
    await page.route('**/blocks/25000200', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      if (isReplaced) json.data.timestamp += 3600;
      await route.fulfill({ response, json });
    });
    await page.route('**/attributes/intervals*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      if (isReplaced)
        json.data.intervals = json.data.intervals.filter(
          ({ attributeId }: { attributeId: string }) => attributeId !== 'control:ownable',
        );
      await route.fulfill({ response, json });
    });
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}?at=25000200`);
    await page.getByText('Has an owner').first().waitFor();
    const time = page.locator('.as-of-time');
    const before = await time.innerText();
    isReplaced = true;
    await page.getByRole('link', { name: 'Holdings' }).click();
    await page.waitForURL(/holdings/);
    await page.waitForLoadState('networkidle');
    expect(await time.innerText()).not.toBe(before);
    await page.getByRole('link', { name: 'Attributes' }).click();
    await page.locator('.timeline').waitFor();
    expect(await page.locator('.timeline', { hasText: 'Has an owner' }).count()).toBe(0);
    // A link to the replaced proof shows no proof.
    await page.route(/attributes\/control(:|%3A)ownable\/proof/, (route) =>
      route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'x' } } }),
    );
    await page.route(/attributes\/control(:|%3A)ownable\/explain/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      Object.assign(json.data, { answer: 'not_proven', proofs: [] });
      await route.fulfill({ response, json });
    });
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}/proof/control:ownable?at=25000200`);
    await page.waitForLoadState('networkidle');
    await page.locator('.mark[aria-label="not proven"]').first().waitFor();
    expect(await page.locator('.verdict .mark[aria-label=proven]').count()).toBe(0);
  });

  it('says what is unknown on a chain that is followed from its newest blocks only', async () => {
    const page = await explorer.open('/explore', { settled: false });
    const latest = (await explorer.data('blocks/latest')) as { number: number };
    const start = latest.number - 5;
    const { timestamp } = (await explorer.data(`blocks/${start}`)) as { timestamp: number };
    await page.route('**/api/**/coverage', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const { number } = json.data.head;
      for (const family of json.data.families) {
        family.ranges = [{ fromBlock: start, toBlock: number }];
        family.gaps = [{ fromBlock: 25_000_000, toBlock: start - 1 }];
      }
      await route.fulfill({ response, json });
    });
    // The start of older claims is unknown, so they begin at the first covered block.
    await page.route(/(attributes|relations)\/intervals/, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.data.intervals = json.data.intervals
        .filter(({ endBlock }: { endBlock?: number }) => endBlock === undefined)
        .map((one: object) => ({ ...one, startBlock: start, startTime: timestamp }));
      await route.fulfill({ response, json });
    });
    const text = async (path: string) => {
      await page.goto(`${explorer.url()}/explore${path}`);
      await page.waitForLoadState('networkidle');
      if (process.env.SCREENSHOTS !== undefined)
        await page.screenshot({
          path: join(process.env.SCREENSHOTS, `mid-chain${path.replaceAll('/', '-')}.png`),
          fullPage: true,
        });
      return page.innerText('main');
    };
    expect(await text('')).toMatch(/missing|not covered|gap/i);
    expect(await text('/coverage')).toMatch(/25,000,000/);
    const address = await text(`/address/${DEMO.dollar}`);
    expect(address).toContain('cannot be said');
    expect(address).not.toContain('Nothing that is checked');
    expect(address).toMatch(/owned by[\s\S]* since .* or earlier/);
    const since = address.match(/since 25,000,\d{3}\s+\d+ Apr 2026( or earlier)?/g)!;
    expect(since.filter((one) => !one.endsWith('or earlier'))).toEqual([]);
    const relations = await text(`/address/${DEMO.dollar}/relations`);
    expect(relations).toMatch(/since 25,000,\d{3}\s+\d+ Apr 2026 or earlier/);
  });

  it('can be used by keyboard alone', async () => {
    const page = await explorer.open('/explore');
    const press = async (name: string) => {
      for (let turn = 0; turn < 80; turn++) {
        await page.keyboard.press('Tab');
        const focused: string = await page.evaluate('document.activeElement.textContent');
        if (focused.startsWith(name)) return page.keyboard.press('Enter');
      }
      throw new Error(`${name} cannot be reached`);
    };
    await press('Demo Dollar');
    await page.locator('.timeline').waitFor();
    await press('Relations');
    await page.getByRole('heading', { name: 'Relations' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await press('proof');
    await page.getByText('Proven').first().waitFor();
    await press('Check in this browser');
    await page.getByText('V1 to V4 hold').waitFor();
  });

  it('says without JavaScript what a page shows and where the API answers it', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}`, { javaScriptEnabled: false });
    const text = await page.innerText('main');
    expect(text).toContain('What is proven of an address');
    expect(text).toContain(`/addresses/${DEMO.dollar}/attributes`);
    expect(await page.innerText('.band')).toContain('Demo chain. Not Ethereum.');
    const screening = await explorer.open('/explore/screen', { javaScriptEnabled: false });
    expect(await screening.innerText('main')).toContain('/api/v1/chains/1/screening?addresses=');
  });

  it('draws its first answer within 300 ms, with at most 60 KB of scripts and styles', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}`);
    const milliseconds: number[] = [];
    for (let turn = 0; turn < 5; turn++) {
      await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}`);
      await page.locator('.sentence').waitFor();
      milliseconds.push(await page.evaluate('performance.now()'));
      await page.waitForLoadState('networkidle');
    }
    const gzip: number = await page.evaluate(
      `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/file/')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    );
    console.log(
      `first answer after ${milliseconds.map(Math.round).join(', ')} ms; scripts and styles ${gzip} B as sent`,
    );
    expect(gzip).toBeGreaterThan(10_000);
    expect(gzip).toBeLessThan(60_000);
    // The fastest of five is the page's own time, unless other processes keep the machine busy throughout.
    const isBusy = loadavg()[0]! > availableParallelism();
    expect(Math.min(...milliseconds)).toBeLessThan(isBusy ? 1_500 : 300);
  });
});
