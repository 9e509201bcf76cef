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
    await page.route('**/definitions/relation*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const [newest] = json.data.versions;
      json.data.versions = [
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

  it('say that the text of an early version is not kept', async () => {
    const page = await explorer.open('/explore', { settled: false });
    await page.route('**/definitions/relation*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      for (const version of json.data.versions) delete version.text;
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
});
