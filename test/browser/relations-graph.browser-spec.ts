import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axe, CHROMIUM, DEMO, overflow, useExplorer } from './fixture.js';

const RELATIONS = `/explore/address/${DEMO.dollar}/relations`;
/** A transaction of the demo that moves tokens between several addresses. */
const SWAP = '0xf513d7c45e647649bb9696c1786ad1384fcb71f5a596557544ba09d565192ab3';

(CHROMIUM === undefined ? describe.skip : describe)('the drawing of relations', () => {
  const explorer = useExplorer();

  /** A page whose every address is the object of `count` relations of a kind that is made up. */
  async function withMany(count: number): Promise<Page> {
    const page = await explorer.open('/explore', { settled: false });
    await page.route('**/relations/intervals*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const { searchParams, pathname } = new URL(route.request().url());
      const [, about = ''] = /addresses\/(0x[0-9a-f]{40})/.exec(pathname)!;
      if (searchParams.get('direction') === 'object')
        json.data.intervals = Array.from({ length: count }, (_, at) => ({
          attributeId: 'relation:created_by',
          counterpart: `0x${(at + 1).toString(16).padStart(2, '0')}${about.slice(2, 40)}`,
          startBlock: 25_000_010 + at,
          startTime: 1_777_000_000,
          proofHash: `sha256:${'ab'.repeat(32)}`,
        }));
      else json.data.intervals = [];
      await route.fulfill({ response, json });
    });
    return page;
  }
  const show = async (page: Page, name: string) => {
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });
  };
  const proofsIn = (page: Page, selector: string): Promise<string[]> =>
    page
      .locator(`${selector} a[href*="/proof/"]`)
      .evaluateAll((links: { getAttribute(name: string): string }[]) =>
        links.map((link) => link.getAttribute('href').replace(/\?.*/, '')),
      );

  it('grows by the relations of a box that is chosen by keyboard, and then leads to its page', async () => {
    const page = await explorer.open(RELATIONS);
    const box = page.locator('.drawing a', { hasText: '0x5670…bb9b' });
    expect(await box.getAttribute('role')).toBe('button');
    const before = await page.locator('.drawing .node-box').count();
    await box.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/^\d+ more relations of 0x5670…Bb9b are shown\.$/)
      .waitFor();
    await page.waitForLoadState('networkidle');
    await show(page, 'grown');
    expect(await page.locator('.drawing .node-box').count()).toBeGreaterThan(before);
    expect(page.url()).toContain(RELATIONS);
    expect(await axe(page)).toEqual([]);
    // Whoever uses the keyboard goes on from there.
    expect(await page.evaluate('document.activeElement.textContent')).toContain('0x5670…Bb9b');
    expect(await box.getAttribute('role')).toBeNull();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`address/${DEMO.issuer}/relations`));
  });

  it('names each relation with the block since which it holds, as the table does', async () => {
    const page = await explorer.open(RELATIONS);
    await page.locator('.drawing a', { hasText: '0x5670…bb9b' }).click();
    await page.getByRole('status').getByText('are shown').waitFor();
    const labels = await page.locator('.drawing g > a title').allTextContents();
    expect(labels).toContain('Owned by, since 25,000,034');
    expect(labels.filter((label) => !/^[A-Z].*, since 25,000,\d{3}$/.test(label))).toEqual([]);
    const drawn = await proofsIn(page, '.drawing');
    const listed = new Set(await proofsIn(page, 'main table'));
    expect(drawn.length).toBeGreaterThan(3);
    expect(drawn.filter((one) => !listed.has(one))).toEqual([]);
    expect(await page.locator('main table').innerText()).toContain('25,000,034');
  });

  it('draws twelve of a kind and counts the others, which the table has', async () => {
    const page = await withMany(49);
    await page.goto(explorer.url() + RELATIONS);
    await page.locator('.drawing text', { hasText: '37 more' }).waitFor();
    expect(await page.locator('.drawing .node-box').count()).toBe(14);
    expect(await page.locator('main tbody tr').count()).toBe(49);
    await page.waitForLoadState('networkidle');
    await show(page, 'many');
    await page.locator('.drawing a', { hasText: '37 more' }).click();
    expect(page.url()).toContain('#relations-table');
  });

  it('takes 60 boxes, and then leads to pages only', async () => {
    const page = await withMany(13);
    await page.goto(explorer.url() + RELATIONS);
    await page.locator('.drawing a[role=button]').first().waitFor();
    for (let turn = 0; turn < 12; turn++) {
      const next = page.locator('.drawing a[role=button]').first();
      if ((await next.count()) === 0) break;
      const href = await next.getAttribute('href');
      await next.click();
      await page.locator(`.drawing a[role=button][href="${href}"]`).waitFor({ state: 'detached' });
    }
    await page.getByText(/The drawing has 60 of \d+ boxes, and takes no more/).waitFor();
    await show(page, 'full');
    expect(await page.locator('.drawing .node-box').count()).toBe(60);
    expect(await page.locator('.drawing a[role=button]').count()).toBe(0);
    await page.locator('.drawing a', { hasText: '0x' }).last().click();
    await page.waitForURL((url) => !url.pathname.includes(DEMO.dollar));
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('lists a hundred relations, and more on request', async () => {
    const page = await withMany(230);
    await page.goto(explorer.url() + RELATIONS);
    await page.getByText('100 of 230 relations.').waitFor();
    expect(await page.locator('main tbody tr').count()).toBe(100);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('200 of 230 relations.').waitFor();
  });

  it('says that the relations of a box cannot be asked for', async () => {
    const page = await explorer.open(RELATIONS);
    await page.route('**/relations/intervals*', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'unavailable', message: 'The service starts.' } },
      }),
    );
    await page.locator('.drawing a', { hasText: '0x5670…bb9b' }).click();
    await page
      .getByRole('status')
      .getByText('The relations of 0x5670…Bb9b cannot be shown: The service starts.')
      .waitFor();
  });

  /** Where a drawing on a phone is wider than the screen, or something covers something else. */
  const misdrawn = (page: Page): Promise<readonly string[]> =>
    page.evaluate(`(() => {
      const of = (selector) => [...document.querySelectorAll('.drawing ' + selector)].map((one) => ({
        says: one.parentElement.textContent,
        ...JSON.parse(JSON.stringify(one.getBoundingClientRect())),
      }));
      const cut = of('text').filter(({ left, right, height }) => left < 0 || right > innerWidth || height < 8);
      const boxes = of('rect');
      const common = (one, other, from, to) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]);
      const covered = boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter((other) => common(one, other, 'left', 'right') > 1 && common(one, other, 'top', 'bottom') > 1)
          .map((other) => one.says + ' covers ' + other.says));
      return [...cut.map(({ says }) => 'cut off: ' + says), ...covered];
    })()`);
  const linksIn = (page: Page): Promise<string[]> =>
    page
      .locator('.drawing a')
      .evaluateAll((links: { getAttribute(name: string): string }[]) =>
        links.map((link) => link.getAttribute('href').replace(/\?.*/, '')).sort(),
      );

  it.each([
    ['relations', `address/${DEMO.safe}/relations`],
    ['control', `control/${DEMO.safe}`],
    ['flow', `tx/${SWAP}`],
  ])('is a tree on a phone, as wide as the screen, with every box and arrow (%s)', async (name, path) => {
    const page = await explorer.open(`/explore/${path}`, { viewport: { width: 360, height: 800 } });
    await show(page, `phone-${name}`);
    expect(await overflow(page)).toBe(0);
    expect(await misdrawn(page)).toEqual([]);
    expect(await axe(page)).toEqual([]);
    // A label shows what its tooltip says, comma for comma, in as many rows as it takes.
    for (const label of await page.locator('.drawing a:has(.arrow-ground)').all()) {
      const whole = await label.locator('title').textContent();
      expect((await label.locator('text').allTextContents()).join(' ')).toBe(whole);
    }
    const links = await linksIn(page);
    expect(links.length).toBeGreaterThan(3);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator('.drawing text[text-anchor=middle].arrow-text').first().waitFor();
    expect(await linksIn(page)).toEqual(links);
  });

  it('grows on a phone, too, and stays as wide as the screen', async () => {
    const page = await explorer.open(RELATIONS, { viewport: { width: 360, height: 800 } });
    const before = await page.locator('.drawing .node-box').count();
    for (const turn of [0, 1, 2]) {
      const next = page.locator('.drawing a[role=button]').first();
      const href = await next.getAttribute('href');
      await next.focus();
      await page.keyboard.press('Enter');
      await page.locator(`.drawing a[role=button][href="${href}"]`).waitFor({ state: 'detached' });
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(href);
      expect([turn, await overflow(page), await misdrawn(page)]).toEqual([turn, 0, []]);
    }
    await show(page, 'phone-grown');
    expect(await page.locator('.drawing .node-box').count()).toBeGreaterThan(before);
  });
});
