import { describe, expect, it } from '@jest/globals';
import { CHROMIUM, DEMO, useExplorer } from './fixture.js';

(CHROMIUM === undefined ? describe.skip : describe)('the way into the explorer', () => {
  const explorer = useExplorer();

  it('needs no key on the demo chain, also after a look at the reference of the API', async () => {
    const page = await explorer.open(`/explore/control/${DEMO.dollar}`);
    await page.getByRole('link', { name: 'API', exact: true }).click();
    await page.waitForLoadState('networkidle');
    await page.goBack();
    await page.reload();
    await page.getByRole('heading', { name: 'Step by step' }).waitFor();
    expect(await page.innerText('main')).not.toContain('asks for a key');
  });

  it.each([
    ['a block as pages show it', '25,000,100', 'block/25000100'],
    ['an address without 0x', DEMO.dollar.slice(2), `address/${DEMO.dollar}`],
  ])('leads from %s to its page', async (_, text, path) => {
    const page = await explorer.open('/explore');
    await page.fill('#start-search', ` ${text} `);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${explorer.url()}/explore/${path}`);
  });

  it('takes the number of a block as pages show it for the block of a page', async () => {
    const page = await explorer.open(`/explore/address/${DEMO.dollar}?at=25,000,040`);
    await page.locator('.sentence').getByText('It is paused').waitFor();
  });

  it('says of a shortened address how many digits it lacks', async () => {
    const page = await explorer.open(`/explore/search?q=${DEMO.dollar.slice(0, -1)}`);
    await page
      .getByText('After 0x an address has 40 hex digits and a hash has 64. Here there are 39.')
      .waitFor();
    const other = await explorer.open('/explore/search?q=nobody-has-this-name');
    expect(await other.innerText('main')).not.toContain('hex digits');
  });
});
