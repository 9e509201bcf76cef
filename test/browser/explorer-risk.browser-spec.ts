import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CHROMIUM, DEMO, useExplorer } from './fixture.js';

if (CHROMIUM === undefined)
  console.log('Skipped: no Chromium is installed here. Install one, or name it in CHROMIUM.');

const MIXER = '0x857b46a1995ab7f1e193817860703e3293cc0c32';
const BLOCK = 25_000_250;

interface Screening {
  readonly addresses: readonly {
    readonly address: string;
    readonly risks: readonly { readonly attributeId: string }[];
    readonly undecided: readonly string[];
  }[];
}

(CHROMIUM === undefined ? describe.skip : describe)('what the explorer says of risk', () => {
  const explorer = useExplorer();

  /** Every address of which the demo proves what it is. */
  async function everyAddress(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const id of ['address_nature:eoa', 'address_nature:contract'])
      for (let cursor = ''; ; ) {
        const page: { subjects: readonly { address: string }[]; nextCursor?: string } = await explorer.data(
          `definitions/${id}/subjects?limit=100&block=${BLOCK}${cursor}`,
        );
        found.push(...page.subjects.map(({ address }) => address));
        if (page.nextCursor === undefined) break;
        cursor = `&cursor=${page.nextCursor}`;
      }
    return found;
  }

  /** Changes the answers of the service at a path before the page gets them. */
  const changing = (page: Page, path: string | RegExp, change: (data: never) => void) =>
    page.route(path, async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      change(json.data as never);
      await route.fulfill({ response, json });
    });

  it('is in its sentence what screening finds, for every address of the demo', async () => {
    const addresses = await everyAddress();
    expect(addresses.length).toBeGreaterThan(300);
    const screened = new Map<string, Screening['addresses'][number]>();
    for (let at = 0; at < addresses.length; at += 90) {
      const some = addresses.slice(at, at + 90).join(',');
      const found: Screening = await explorer.data(`screening?addresses=${some}&block=${BLOCK}`);
      for (const one of found.addresses) screened.set(one.address, one);
    }
    expect(screened.get(MIXER)!.risks).toMatchObject([{ attributeId: 'role:mixer_pool' }]);
    const page = await explorer.open('/explore');
    const differ: unknown[] = [];
    for (const address of addresses) {
      // Within the document: loading it for each address would take minutes.
      const href = JSON.stringify(`/explore/address/${address}?at=${BLOCK}`);
      await Promise.all([
        page.waitForResponse((one) => one.url().includes(`/${address}/attributes/intervals`)),
        page.evaluate(`history.pushState(null, '', ${href}); dispatchEvent(new PopStateEvent('popstate'));`),
      ]);
      const sentence = page.locator('.sentence');
      await sentence.waitFor();
      const links = await sentence
        .locator('.risk > a')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
      const proofs = links.filter((one) => one.includes(address));
      const said = proofs.flatMap((one) => /proof\/([a-z_:]+)/.exec(one)?.[1] ?? []).sort();
      const denies = (await sentence.innerText()).includes('Nothing that is checked points to risk');
      const { risks, undecided } = screened.get(address)!;
      const found = risks.map(({ attributeId }) => attributeId).sort();
      if (said.join() !== found.join() || denies !== (risks.length + undecided.length === 0))
        differ.push({ address, said, denies, found, undecided });
    }
    expect(differ).toEqual([]);
  }, 600_000);

  it('shows a pool of a mixer among the risks of an address', async () => {
    const page = await explorer.open(`/explore/address/${MIXER}`);
    expect(await page.innerText('.sentence .risk')).toMatch(/^Listed as a pool of a mixer since 25,000,000/);
    const risks = page.locator('.timeline tbody', { hasText: /^\s*Risk/ });
    expect(await risks.innerText()).toContain('Pool of a mixer');
    expect(await page.locator('.timeline [aria-label="no risk is proven"]').count()).toBe(0);
  });

  describe('beside other addresses', () => {
    const counterparties = async (address: string, query = '') => {
      const { counterparties: found }: { counterparties: readonly { counterparty: string }[] } =
        await explorer.data(`addresses/${address}/counterparties?limit=25${query}`);
      return found.map(({ counterparty }) => counterparty);
    };
    const rowOf = (page: Page, address: string) =>
      page.locator('table tbody tr', { has: page.locator(`td:first-child a[href*="${address}"]`) });

    it('marks each counterparty as screening does, by one call at the block of the page', async () => {
      const [depositor] = (
        (await explorer.data(`definitions/risk:mixer_depositor/subjects?block=${BLOCK}`)) as {
          subjects: readonly { address: string }[];
        }
      ).subjects;
      const page = await explorer.open('/explore', { settled: false });
      const asked: URL[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/screening?')) asked.push(new URL(request.url()));
      });
      await page.goto(`${explorer.url()}/explore/address/${depositor!.address}/dealings?at=${BLOCK}`);
      await page.waitForLoadState('networkidle');
      const others = await counterparties(depositor!.address, `&block=${BLOCK}`);
      expect(others).toContain(MIXER);
      expect(asked.map(({ searchParams }) => searchParams.get('block'))).toEqual([`${BLOCK}`]);
      const found: Screening = await explorer.data(`screening?addresses=${others.join(',')}&block=${BLOCK}`);
      for (const { address, risks } of found.addresses) {
        const text = await rowOf(page, address).innerText();
        expect([address, text.includes('no risk proven')]).toEqual([address, risks.length === 0]);
      }
      expect(await rowOf(page, MIXER).innerText()).toContain('Pool of a mixer');
    });

    it('does not let a counterparty of which risk is undecided look like a clean one', async () => {
      const [first, second] = await counterparties(DEMO.issuer);
      const page = await explorer.open('/explore', { settled: false });
      await changing(
        page,
        '**/screening?*',
        (data: { addresses: { address: string; undecided: string[] }[] }) => {
          for (const one of data.addresses)
            if (one.address === first) one.undecided = ['risk:sanctioned_ofac'];
        },
      );
      await page.goto(`${explorer.url()}/explore/address/${DEMO.issuer}/dealings`);
      await rowOf(page, first!).getByText('cannot be said: Sanctioned by OFAC').waitFor();
      expect(await rowOf(page, second!).innerText()).not.toContain('cannot be said');
    });

    it.each([`address/${DEMO.issuer}/dealings`, `control/${DEMO.dollar}`])(
      'says on %s that risk cannot be said where blocks are missing, or the service did not answer',
      async (path) => {
        const page = await explorer.open('/explore', { settled: false });
        await changing(
          page,
          '**/api/**/coverage',
          (data: { families: { family: string; gaps: object[] }[] }) => {
            for (const family of data.families)
              if (family.family === 'risk') family.gaps = [{ fromBlock: 25_000_100, toBlock: 25_000_101 }];
          },
        );
        await page.goto(`${explorer.url()}/explore/${path}`);
        await page.getByText('risk cannot be said: blocks are missing').first().waitFor();
        expect(await page.innerText('main')).not.toContain('no risk proven');
        await page.route('**/screening?*', (route) => route.abort());
        await page.reload();
        await page.getByText('risk cannot be said: the service did not answer').first().waitFor();
      },
    );
  });

  describe('dates the lists behind it', () => {
    it('by the version that counts at the block of the page', async () => {
      const page = await explorer.open('/explore', { settled: false });
      const versions: Readonly<Record<string, readonly object[]>> = {
        'ofac-sanctions': [
          { version: '1.0.0', retrievedAt: '2025-01-10T00:00:00Z', validFromBlock: 25_000_000 },
          {
            version: '1.1.0',
            retrievedAt: '2025-02-12T00:00:00Z',
            asOf: '2025-02-10T00:00:00Z',
            validFromBlock: 25_000_100,
          },
        ],
        mixers: [{ version: '1.0.0', retrievedAt: '2025-03-20T00:00:00Z', validFromBlock: 25_000_120 }],
      };
      await changing(page, '**/registries', (data: { registries: { id: string; versions: unknown }[] }) => {
        for (const list of data.registries) list.versions = versions[list.id] ?? list.versions;
      });
      const notesAt = async (at: number) => {
        await page.goto(`${explorer.url()}/explore/address/${DEMO.mallory}?at=${at}`);
        await page.getByText('Consulted:').waitFor();
        return page.innerText('.sentence');
      };
      const before = await notesAt(25_000_050);
      expect(before).toContain('OFAC sanctions read 10 Jan 2025 (older than 30 days)');
      expect(before).toContain('pools of mixers (no version counts at this block)');
      const after = await notesAt(25_000_150);
      expect(after).toMatch(/Sanctioned by OFAC .* by the list of OFAC sanctions of 10 Feb 2025 \(older/);
      expect(after).toMatch(/Consulted: .*OFAC sanctions of 10 Feb 2025 \(older than 30 days\)/);
      expect(after).toContain('pools of mixers read 20 Mar 2025 (older than 30 days)');
    });

    it.each(['screening', 'explanation'])('as the answer names them: %s', async (kind) => {
      const page = await explorer.open('/explore', { settled: false });
      await changing(
        page,
        /\/(screening\?|attributes\/.*\/explain)/,
        (data: { lists: Record<string, unknown>[] }) => {
          data.lists = [
            { id: 'ofac-sanctions', version: '1.0.0', asOf: '2025-03-21T00:00:00Z', digest: 'sha256:' },
            { id: 'mixers', digest: 'sha256:' },
          ];
        },
      );
      if (kind === 'screening') {
        await page.goto(`${explorer.url()}/explore/screen`);
        await page.fill('textarea', DEMO.dollar);
        await page.getByRole('button', { name: /^Screen 1/ }).click();
      } else await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}/proof/risk:sanctioned_ofac`);
      const note = page.locator('.footnote', {
        hasText: 'OFAC sanctions of 21 Mar 2025 (older than 30 days)',
      });
      await note.waitFor();
      expect(await note.innerText()).toContain('pools of mixers (no version counts at this block)');
    });

    it('and names no asset that was taken off one', async () => {
      const page = await explorer.open('/explore', { settled: false });
      const gone = `0x${'12'.repeat(20)}`;
      await changing(page, '**/registries/canonical-assets/entries?*', (data: { entries: object[] }) => {
        const fields = { symbol: 'USDC', name: 'USD Coin' };
        data.entries.unshift({
          key: gone,
          fromBlock: 0,
          toBlock: 25_000_100,
          added: '1.0.0',
          removed: '1.1.0',
          fields,
        });
      });
      await page.goto(`${explorer.url()}/explore/address/${DEMO.fakeUsdc}`);
      const asset = page.locator('.risk span', { hasText: 'The asset listed as USDC is' });
      await asset.waitFor();
      expect(await asset.getByRole('link').getAttribute('href')).toContain(DEMO.dollar);
    });
  });

  /** Makes the block before one missing for every family. */
  const missingBefore = (page: Page, block: number) =>
    changing(page, '**/api/**/coverage', (data: { families: { gaps: object[] }[] }) => {
      for (const family of data.families) family.gaps = [{ fromBlock: block - 1, toBlock: block - 1 }];
    });
  const saved = async (page: Page, name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFileSync(await download.path(), 'latin1');
  };

  describe('does not date it where blocks are missing', () => {
    it('on the page of control', async () => {
      const { edges }: { edges: readonly { startBlock: number }[] } = await explorer.data(
        `addresses/${DEMO.dollar}/controllers`,
      );
      const page = await explorer.open('/explore', { settled: false });
      await missingBefore(page, edges[0]!.startBlock);
      await page.goto(`${explorer.url()}/explore/control/${DEMO.dollar}`);
      const shown = edges[0]!.startBlock.toLocaleString('en');
      await page
        .locator('td', { hasText: new RegExp(`since ${shown}.* or earlier`, 's') })
        .first()
        .waitFor();
      expect(await page.locator('.drawing').textContent()).toContain(`since ${shown} or earlier`);
    });

    it('among those who carry a claim', async () => {
      const page = await explorer.open('/explore', { settled: false });
      await missingBefore(page, 25_000_040);
      await page.goto(`${explorer.url()}/explore/definitions/token:paused?at=25000040`);
      const row = page.getByLabel('Who carries it').locator('tbody tr').first();
      await row.getByText('or earlier').waitFor();
      expect(await row.innerText()).toMatch(/since 25,000,040.* or earlier/s);
    });

    it('in the file of a screening, which names the first block that it covers', async () => {
      const page = await explorer.open('/explore', { settled: false });
      await missingBefore(page, 25_000_100);
      await page.goto(`${explorer.url()}/explore/screen`);
      await page.fill('textarea', DEMO.mallory);
      await page.getByRole('button', { name: /^Screen 1/ }).click();
      await page.getByRole('heading', { name: /^1 of 1 with a mark/ }).waitFor();
      const [head, row] = (await saved(page, 'Save as CSV')).split('\r\n').map((line) => line.split(','));
      const cell = (name: string) => row![head!.indexOf(name)]!.split(' ');
      const at = cell('risks').indexOf('risk:sanctioned_ofac');
      expect([cell('since')[at], cell('mayBeginEarlier')[at]]).toEqual(['25000100', 'yes']);
      expect(cell('coveredFromBlock')).toEqual(['25000000']);
    });
  });

  it('does not deny it in a screening where blocks are missing, and names the first that is read', async () => {
    const page = await explorer.open('/explore', { settled: false });
    const screen = async () => {
      await page.goto(`${explorer.url()}/explore/screen`);
      await page.fill('textarea', `${DEMO.mallory} ${DEMO.dollar}`);
      await page.getByRole('button', { name: /^Screen 2/ }).click();
      await page.getByRole('heading', { name: /^1 of 2 with a mark/ }).waitFor();
      const rows = page.getByLabel('Screened addresses').locator('tbody tr');
      const states = await rows
        .locator('.mark')
        .evaluateAll((marks) => marks.map((mark) => mark.getAttribute('aria-label')));
      const [, , dollar] = (await saved(page, 'Save as CSV')).split('\r\n');
      return { states, text: await page.innerText('main'), state: dollar!.split(',')[1] };
    };
    const whole = await screen();
    expect([whole.states, whole.state]).toEqual([['proven', 'not proven'], 'not-proven']);
    expect(whole.text).toContain('none proven');
    expect(whole.text).not.toContain('are not read');
    await missingBefore(page, 25_000_010);
    await changing(page, '**/screening?*', (data: { coveredFromBlock: number }) => {
      data.coveredFromBlock = 25_000_010;
    });
    const cut = await screen();
    const says = 'cannot be said: blocks are missing';
    expect([cut.states, cut.state]).toEqual([['proven', 'cannot be said'], says]);
    expect(cut.text).toContain('1 of 2 with a mark; of 1 it cannot be said');
    expect(cut.text).toContain('Blocks before 25,000,010 are not read.');
    expect(cut.text).not.toContain('none proven');
  });

  it('says how many of the valued assets it lists, also in the file', async () => {
    const page = await explorer.open('/explore', { settled: false });
    let listed = 0;
    await changing(page, '**/portfolio?*', (data: { positions: object[]; pricedCount: number }) => {
      listed = data.positions.length;
      data.pricedCount = 312;
    });
    await page.goto(`${explorer.url()}/explore/address/${DEMO.issuer}/holdings`);
    await page.getByText('of 312 assets are listed.').waitFor();
    expect(await page.innerText('main')).toContain(`${listed} of 312 assets are listed.`);
    const [head, row] = (await saved(page, 'Save as CSV')).split('\r\n').map((line) => line.split(','));
    expect([row![head!.indexOf('listed')], row![head!.indexOf('priced')]]).toEqual([`${listed}`, '312']);
  });

  describe('in a report', () => {
    const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

    it('offers what is proven of a family that was once undecided, and what is undecided now', async () => {
      const page = await explorer.open('/explore', { settled: false });
      await changing(
        page,
        '**/attributes/intervals*',
        (data: { coveredFamilies: string[]; intervals: { attributeId: string }[] }) => {
          data.coveredFamilies = data.coveredFamilies.filter((name) => name !== 'risk' && name !== 'role');
          data.intervals = data.intervals.filter(({ attributeId }) => !/^(risk|role):/.test(attributeId));
        },
      );
      await changing(page, /\/attributes\/at\//, (data: { coveredFamilies: string[] }) => {
        data.coveredFamilies = data.coveredFamilies.filter((name) => name !== 'role');
      });
      await changing(page, '**/screening?*', (data: { addresses: { undecided: string[] }[] }) => {
        data.addresses[0]!.undecided = ['risk:impersonates_asset'];
      });
      await page.goto(`${explorer.url()}/explore/report?subject=${DEMO.mallory}`);
      await group(page, 'Proven').getByText('Sanctioned by OFAC').waitFor();
      const others = await group(page, 'Ask, too').innerText();
      expect(others).toMatch(/It cannot be said whether this holds.*: Role, Impersonates an asset\./);
      expect(others).toContain('Timelock');
      expect(others).not.toContain('Sanctioned by OFAC');
    });

    it('offers a pool of a mixer among the risks', async () => {
      const page = await explorer.open(`/explore/report?subject=${MIXER}`);
      const pool = (name: string) => group(page, name).getByLabel('Pool of a mixer');
      expect(await pool('Proven').isChecked()).toBe(true);
      const other = await explorer.open(`/explore/report?subject=${DEMO.dollar}`);
      expect(await group(other, 'Ask, too').getByLabel('Pool of a mixer').isChecked()).toBe(true);
    });

    it('saves the document with the bundles of the proofs that it prints, and no others', async () => {
      const page = await explorer.open('/explore', { settled: false });
      const path = `/explore/report?subject=${DEMO.mallory}&claims=risk:sanctioned_ofac&at=${BLOCK}`;
      await page.goto(explorer.url() + path);
      await page.getByRole('heading', { name: 'What is proven of an address' }).waitFor();
      const files = await saved(page, 'Save it with the bundles');
      for (const name of ['risk-sanctioned_ofac.json', '<!doctype html>', '.html\n', 'SHA256SUMS'])
        expect(files).toContain(name);
      await changing(page, '**/proof/bundle?*', (data: { proofHash: string }) => {
        data.proofHash = `sha256:${'ab'.repeat(32)}`;
      });
      await page.getByRole('button', { name: 'Save it with the bundles' }).click();
      await page.getByText('Another proof carries risk:sanctioned_ofac now').waitFor();
    });
  });
});
