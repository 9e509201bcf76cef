import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { axe, CHROMIUM, DEMO, overflow, useExplorer } from './fixture.js';

const DEFINITIONS = join(import.meta.dirname, '..', '..', '..', 'definitions');
const textOf = (id: string) => readFileSync(join(DEFINITIONS, `${id.replaceAll(':', '/')}.yaml`), 'utf8');
const OWNED = `address/${DEMO.dollar}/proof/relation:owned_by/${DEMO.issuer}`;

(CHROMIUM === undefined ? describe.skip : describe)('the texts of the explorer', () => {
  const explorer = useExplorer();

  it.each([
    ['definitions/relation:owned_by', 'relation:owned_by'],
    [OWNED, 'relation:owned_by'],
  ])('show a definition as its YAML, with its hash (%s)', async (path, id) => {
    const page = await explorer.open(`/explore/${path}`, { viewport: { width: 360, height: 800 } });
    await page.getByText('The definition as YAML').click();
    await page.locator('main pre').waitFor();
    const text = textOf(id);
    expect(await page.locator('main pre').textContent()).toBe(text);
    const hash = createHash('sha256').update(text).digest('hex');
    expect(await page.locator('.definition-text').innerText()).toContain(hash);
    const lock = JSON.parse(readFileSync(join(DEFINITIONS, 'lock.json'), 'utf8'));
    expect(await page.innerText('main')).toContain(lock[id].sha256);
    expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save it' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('relation-owned_by.yaml');
    expect(readFileSync(await download.path(), 'utf8')).toBe(text);
  });

  it('show the definition of a proof in the version of the proof, as text', async () => {
    const page = await explorer.open('/explore', { settled: false });
    const hostile = '<img src=x onerror="document.title=1">\n';
    await page.route('**/definitions/relation*/texts', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const [newest] = json.data.texts;
      json.data.texts = [
        { ...newest, version: `9.0.0+sha256.${'00'.repeat(32)}`, text: 'another' },
        { ...newest, text: hostile },
      ];
      await route.fulfill({ response, json });
    });
    await page.goto(`${explorer.url()}/explore/${OWNED}`);
    await page.getByText('The definition as YAML').click();
    await page.locator('main pre').waitFor();
    expect(await page.locator('main pre').textContent()).toBe(hostile);
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('say in words what a definition compares, as its proofs do', async () => {
    const page = await explorer.open('/explore/definitions/asset:erc20');
    await page.getByText('is proven: Contract').waitFor();
    const compared = async (label: string) =>
      (await page.getByLabel(label).locator('tbody td:last-child').allInnerTexts()).map((text) =>
        text.replaceAll(/\s+/g, ' ').trim(),
      );
    expect(await compared('What must hold')).toEqual(['is proven: Contract', 'is on the chain']);
    expect(await compared('What must be absent')).toEqual([
      'is absent',
      'is not in the list system addresses',
    ]);
  });

  it('say that the text of an early version is not kept', async () => {
    const page = await explorer.open('/explore', { settled: false });
    await page.route('**/definitions/relation*/texts', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.data.texts = [];
      await route.fulfill({ response, json });
    });
    await page.goto(`${explorer.url()}/explore/${OWNED}`);
    await page.getByText('The definition as YAML').click();
    await page.getByText('The text of this version is not here').waitFor();
  });

  it('have on the cover of a report who prepared it, and tell the service nothing of it', async () => {
    const page = await explorer.open(
      `/explore/report?subject=${DEMO.dollar}&claims=control:ownable&at=25000200`,
    );
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByLabel('Prepared by').fill('Ada <b>Lovelace</b>');
    const cell = page.locator('#prepared-by');
    await cell.getByText('Ada <b>Lovelace</b>', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the document' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain(
      '<td id="prepared-by">Ada &lt;b&gt;Lovelace&lt;/b&gt;</td>',
    );
    await page.emulateMedia({ media: 'print' });
    expect(await cell.isVisible()).toBe(true);
    expect(await page.getByLabel('Prepared by').isVisible()).toBe(false);
    expect(sent.filter((one) => /Ada|Lovelace/.test(decodeURIComponent(one)))).toEqual([]);
    expect(page.url()).not.toContain('Ada');
  });

  it('say at a past block that names are those of the newest', async () => {
    const says = 'Names of addresses, and what is thought of them, are always those of the newest block.';
    const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=25000040`);
    await page.getByText('The name is that of the newest block.').waitFor();
    await page.getByText(says).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText(says).isVisible()).toBe(true);
    const newest = await explorer.open(`/explore/address/${DEMO.dollar}`);
    expect(await newest.innerText('main')).not.toContain('of the newest block');
  });

  it('name the chain on every page', async () => {
    const page = await explorer.open('/explore/coverage');
    expect(await page.innerText('.bar .chain')).toBe('Demo chain');
  });

  it('list what a validator withdrew, newest first and page by page', async () => {
    const page = await explorer.open('/explore/validators');
    const from = (first: number) =>
      Array.from({ length: 25 }, (_, at) => ({
        withdrawalIndex: first - at,
        blockNumber: 25_000_100 - at,
        timestamp: 1_777_220_000,
        address: DEMO.issuer,
        amountGwei: '17500000',
      }));
    const asked: string[] = [];
    await page.route('**/consensus/validators/12345/withdrawals*', async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('cursor') ?? '');
      const isFirst = asked.at(-1) === '';
      const data = {
        validatorIndex: 12_345,
        withdrawals: from(isFirst ? 9_000_050 : 9_000_025),
        withdrawalCount: 50,
        totalWithdrawnGwei: '875000000',
        ...(isFirst && { nextCursor: 'older' }),
      };
      await route.fulfill({ json: { data, meta: {} } });
    });
    await page.getByLabel('Index of the validator').fill('12345');
    await page.getByRole('button', { name: 'Show' }).last().click();
    await page.getByText('Validator 12,345: 50 withdrawals, 0.875 ETH in all.').waitFor();
    expect(page.url()).toContain('validators?validator=12345');
    const rows = page.getByLabel('Withdrawals: a table').locator('tbody tr');
    expect(await rows.count()).toBe(25);
    expect(await rows.first().innerText()).toMatch(/^9,000,050\s+25,000,100\s[\s\S]*0\.0175 ETH$/);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText('9,000,025').waitFor();
    expect(asked).toEqual(['', 'older']);
    expect(page.url()).toContain('cursor=older');
  });

  it('say that withdrawals cannot be counted where blocks are missing, and that there is no such validator', async () => {
    const page = await explorer.open('/explore', { settled: false });
    await page.route('**/consensus/validators/12345/withdrawals*', (route) =>
      route.fulfill({ json: { data: { validatorIndex: 12_345, withdrawals: [] }, meta: {} } }),
    );
    await page.goto(`${explorer.url()}/explore/validators?validator=12345`);
    await page.getByText('How much validator 12,345 withdrew in all cannot be said').waitFor();
    const nobody = await explorer.open('/explore/validators?validator=999999999');
    await nobody.getByText('There is none.').waitFor();
  });

  it('name a relation that held only in between by its counterpart', async () => {
    const page = await explorer.open(`/explore/diff/${DEMO.safe}?from=25000079&to=25000084`);
    const rows = page.getByLabel('Held only in between: a table').locator('tbody tr');
    await rows.first().waitFor();
    const texts = await rows.allInnerTexts();
    expect(texts).toContainEqual(
      expect.stringMatching(/0x[\s\S]*from 25,000,080\s+26 Apr 2026 to 25,000,082/),
    );
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('say on paper which chain, block and address a page is of', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=25000040`);
    const line = page.locator('.only-print');
    expect(await line.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'print' });
    expect(await line.innerText()).toMatch(
      /^Demo chain, as of block 25,000,040, 26 Apr 2026 \d\d:\d\d UTC\. http:/,
    );
    expect(await line.innerText()).toContain(page.url());
    expect(await page.locator('.as-of').isVisible()).toBe(false);
  });

  it('say why no report is written', async () => {
    const page = await explorer.open('/explore/report');
    await page.getByLabel('Address', { exact: true }).fill('0x12');
    await page.getByRole('button', { name: 'Choose claims' }).click();
    await page.getByText('This is no address.').waitFor();
    await page.getByLabel('Address', { exact: true }).fill(DEMO.dollar);
    await page.getByRole('button', { name: 'Choose claims' }).click();
    await page.getByRole('heading', { name: /^Report on/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Has an owner' }).waitFor();
    await page.getByRole('checkbox', { name: 'Sanctioned by OFAC' }).waitFor();
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck();
    await page.getByRole('button', { name: 'Write the report' }).click();
    await page.getByText('Choose at least one claim.').waitFor();
  });

  it('offer no block beside a block that is not covered', async () => {
    const first = await explorer.open('/explore/block/25000000');
    await first.getByRole('link', { name: 'Block after' }).waitFor();
    expect(await first.locator('main a[href*="24999999"]').count()).toBe(0);
    const second = await explorer.open('/explore/block/25000001');
    await second.getByRole('link', { name: 'Block before' }).click();
    await second.waitForURL(/25000000$/);
  });
});
