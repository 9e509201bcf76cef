import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CHROMIUM, DEMO, useExplorer } from './fixture.js';

interface Family {
  readonly family: string;
  gaps: readonly object[];
}
const GAP = { fromBlock: 25_000_001, toBlock: 25_000_009 };
const NOBODY = `0x${'12'.repeat(20)}`;

(CHROMIUM === undefined ? describe.skip : describe)('the explorer tells three states apart', () => {
  const explorer = useExplorer();

  /** Opens a page after some answers of the service were changed. @param changes by a part of the path */
  async function changed(path: string, changes: Readonly<Record<string, (data: never) => void>>) {
    const page = await explorer.open('/explore', { settled: false });
    for (const [call, change] of Object.entries(changes))
      await page.route(`**/api/**/${call}`, async (route) => {
        const response = await route.fetch();
        const json = await response.json();
        change(json.data as never);
        await route.fulfill({ response, json });
      });
    await page.goto(`${explorer.url()}/explore/${path}`);
    return page;
  }
  const withGap = (family: string) => ({
    coverage: ({ families }: { families: Family[] }) => {
      const found = families.find((one) => one.family === family)!;
      found.gaps = [GAP];
    },
  });
  const stateIn = (page: Page, selector: string, text: string | RegExp) =>
    page.locator(selector, { hasText: text }).first().locator('.mark').first().getAttribute('aria-label');

  it('a minimal proxy names its target, and what was not analysed is no “no”', async () => {
    const { subjects } = (await explorer.data('definitions/proxy:eip1167/subjects')) as {
      subjects: readonly { address: string }[];
    };
    const { address } = subjects[0]!;
    const { proxyImplementation } = (await explorer.data(`contracts/${address}`)) as Record<string, string>;
    const facts = async (path: string, change: (data: Record<string, unknown>) => void) => {
      const page = await changed(`address/${path}/contract`, { [`contracts/${path}`]: change });
      await page.locator('.facts').waitFor();
      await page.waitForLoadState('networkidle');
      return page.locator('.facts');
    };
    const ofClone = await facts(address, () => undefined);
    expect(await ofClone.innerText()).toMatch(/Proxy\s+minimal proxy of/);
    expect(await ofClone.locator(`a[href*="${proxyImplementation}"]`).count()).toBe(1);
    const unanalysed = await facts(DEMO.weth, (data) => delete data.proxyFamily);
    expect(await unanalysed.innerText()).toMatch(/Proxy\s+not analysed/);
    expect(await unanalysed.innerText()).toContain('of ERC-20 name(), symbol(), decimals(), totalSupply()');
    const token = await facts(DEMO.weth, () => undefined);
    expect(await token.innerText()).toMatch(/Proxy\s+no\n/);
  });

  it('an implementation is replaced, not replaced, or it is not known', async () => {
    const path = `address/${DEMO.proxy}/contract`;
    const table = async (change: (one: Record<string, unknown>) => void) => {
      const page = await changed(path, {
        'contracts/*/proxy': ({ implementations }: { implementations: Record<string, unknown>[] }) =>
          implementations.forEach(change),
      });
      await page.getByRole('columnheader', { name: 'Last seen in' }).waitFor();
      return page.locator('section.scroll', { hasText: 'Last seen in' }).locator('tbody tr');
    };
    const { implementations } = (await explorer.data(`contracts/${DEMO.proxy}/proxy`)) as {
      implementations: readonly {
        lastSeenBlock: number;
        supersededByBlock?: number;
        slotLastEvent: { blockNumber: number };
      }[];
    };
    const [current, other] = implementations;
    const grouped = (block: number) => block.toLocaleString('en-US');
    const [first, second] = await (await table(() => undefined)).allInnerTexts();
    // It was replaced and then set again.
    expect(first).toContain(
      `not replaced since it was set again in ${grouped(current!.slotLastEvent.blockNumber)}`,
    );
    expect(second).toContain(grouped(other!.lastSeenBlock));
    expect(second).toContain(grouped(other!.supersededByBlock!));
    const unknown = await table((one) => {
      delete one.supersededBy;
      delete one.supersededByBlock;
    });
    for (const text of await unknown.allInnerTexts()) {
      expect(text).toContain('not known: state is missing after it');
      expect(text).not.toContain('not replaced');
    }
  });

  it('a relation of another that ended is denied only on the page of its subject', async () => {
    const { intervals } = (await explorer.data(`addresses/${DEMO.safe}/relations/intervals?limit=1000`)) as {
      intervals: readonly { counterpart: string; endBlock?: number; attributeId: string }[];
    };
    const ended = intervals.find(
      ({ endBlock, attributeId }) => endBlock !== undefined && attributeId === 'relation:safe_owner',
    )!;
    const end = new RegExp(`to ${ended.endBlock!.toLocaleString('en-US')}`);
    const state = async (address: string) => {
      const page = await explorer.open(`/explore/address/${address}/relations`);
      return stateIn(page, 'table.reads tbody tr', end);
    };
    expect(await state(DEMO.safe)).toBe('not proven');
    expect(await state(ended.counterpart)).toBe('cannot be said');
  });

  it('that nobody carries a claim cannot be said where blocks are missing, and never of the undecided', async () => {
    const none = {
      'definitions/*/subjects*': (data: { subjects: readonly object[] }) => (data.subjects = []),
    };
    const opened = async (changes: Readonly<Record<string, (data: never) => void>>) => {
      const page = await changed('definitions/risk:impersonates_asset', changes as never);
      await page
        .getByText('Addresses of which it cannot be said whether they carry it are not listed.')
        .waitFor();
      return page;
    };
    const whole = await opened(none as never);
    expect(await stateIn(whole, '.notice', 'It is proven of no address in the covered blocks.')).toBe(
      'not proven',
    );
    const page = await opened({ ...none, ...withGap('risk') } as never);
    expect(await stateIn(page, '.notice', 'blocks are missing that could show one')).toBe('cannot be said');
  });

  it.each([
    [503, 'unavailable', 'The service cannot answer now.'],
    [403, 'forbidden', 'The service refused.'],
  ])('a claim that was not explained is not called not proven (%i)', async (status, code, says) => {
    const page = await explorer.open('/explore', { settled: false });
    await page.route('**/explain*', (route) =>
      route.fulfill({ status, json: { error: { code, message: 'busy' } } }),
    );
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}/proof/risk:impersonates_asset`);
    await page.getByText(says).waitFor();
    expect(await page.innerText('.verdict')).toContain('Cannot be said');
    expect(await page.innerText('main')).not.toContain('Not proven');
  });

  it('where a proof carried its claim is not called unknown if the service could not answer', async () => {
    const { proofHash } = (await explorer.data(`addresses/${DEMO.weth}/attributes/asset:erc20/proof`)) as {
      proofHash: string;
    };
    const page = await changed(`proof/${proofHash}`, {
      'attributes/intervals*': (data: { intervals: readonly object[] }) => {
        data.intervals = [];
      },
    });
    await page.route('**/proof?block=*', (route) =>
      route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'busy' } } }),
    );
    await page.reload();
    await page.getByText('The service cannot answer now.').waitFor();
    expect(await page.innerText('main')).not.toContain('is not known here');
  });

  it.each([
    ['transactions', 'blocks', 'cannot be said'],
    ['transactions', 'frames', 'not proven'],
    ['inside', 'frames', 'cannot be said'],
    ['inside', 'state_diff', 'not proven'],
    ['tokens', 'blocks', 'cannot be said'],
    ['tokens', 'frames', 'not proven'],
  ])('an empty feed of %s with %s missing is: %s', async (feed, missing, state) => {
    const page = await changed(`address/${NOBODY}/activity?feed=${feed}`, withGap(missing) as never);
    await page.getByText('None in the covered blocks.').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await stateIn(page, '.notice', 'None in the covered blocks.')).toBe(state);
    const isMissing = (await page.innerText('main')).includes('Blocks are missing');
    expect(isMissing).toBe(state === 'cannot be said');
  });

  it('an empty feed on the demo chain is not proven, whose blocks have no access lists', async () => {
    const page = await explorer.open(`/explore/address/${NOBODY}/activity`);
    expect(await stateIn(page, '.notice', 'None in the covered blocks.')).toBe('not proven');
    expect(await page.innerText('main')).not.toContain('Blocks are missing');
  });

  it('each record of a proof says how it is supported, before a bundle is checked', async () => {
    const page = await explorer.open(
      `/explore/address/${DEMO.dollar}/proof/relation:owned_by/${DEMO.issuer}`,
    );
    const items = page.locator('.numbered', { hasText: 'Evidence' }).locator('.refs > li');
    const SAYS: Readonly<Record<string, string>> = {
      log: 'in the block',
      view: 'see the check',
      code: 'see the check',
    };
    expect(await items.count()).toBeGreaterThan(0);
    for (const text of await items.allInnerTexts()) {
      const [kind = ''] = /[a-z]+(?=:1:0x)/.exec(text)!;
      expect([kind, text.trim()]).toEqual([kind, expect.stringMatching(`^${SAYS[kind]}`)]);
    }
  });

  it('older transfers between two addresses follow page by page', async () => {
    const asked: (string | null)[] = [];
    const page = await explorer.open('/explore', { settled: false });
    await page.route('**/counterparties/*/token-transfers*', async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor');
      asked.push(cursor);
      const data = { transfers: [], ...(cursor === null && { nextCursor: 'more' }) };
      await route.fulfill({ json: { data, meta: {} } });
    });
    await page.goto(`${explorer.url()}/explore/address/${DEMO.dollar}/dealings?with=${DEMO.issuer}`);
    await page.getByText('There are older ones.').waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('There is no older one.').waitFor();
    expect(await stateIn(page, '.between .notice', 'There is no older one')).toBe('not proven');
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.getByText('There are older ones.').waitFor();
    expect(asked).toEqual([null, 'more', null]);
  });

  it('the digits of the hash of a proof lead to the proof', async () => {
    const { proofHash } = (await explorer.data(`addresses/${DEMO.weth}/attributes/asset:erc20/proof`)) as {
      proofHash: string;
    };
    const page = await explorer.open('/');
    await page.fill('#start-search', proofHash.slice('sha256:'.length));
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/explore/proof/${proofHash}$`));
    await page.locator('.verdict').getByText('Proven', { exact: true }).waitFor();
  });
});
