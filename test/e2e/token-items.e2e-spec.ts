import { describe, expect, it } from '@jest/globals';
import { callDataOf } from '../../src/domain/chain/codec/call-data.js';
import { connectAgent } from './fixture/agent.js';
import { useDemo } from './fixture/use-demo.js';

const word = (value: string | number): string => BigInt(value).toString(16).padStart(64, '0');
const OWNER_OF = callDataOf('ownerOf(uint256)');
const BALANCE_OF = callDataOf('balanceOf(address,uint256)');
const IDS = [0, 1, 2, 3];
const ITEMS = [1, 2, 3, 7];
const HOLDERS = ['alice', 'bob', 'carol'];
const LAST_ID = (2n ** 256n - 1n).toString();

describe('items and declarations of tokens, executed', () => {
  const demo = useDemo();
  const data = async (path: string, block?: number) =>
    (await demo.get(`${path}${block === undefined ? '' : `?block=${block}`}`)).json.data;

  /** The node's output, or undefined if the call fails. */
  async function nodeSays(to: string, input: string, block: number): Promise<string | undefined> {
    const response = await fetch(demo.nodeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'eth_call' },
        params: [{ to, data: input }, `0x${block.toString(16)}`],
      }),
    });
    return ((await response.json()) as { result?: string }).result;
  }

  /** Blocks around everything that happens to the preset tokens. */
  function blocks(): number[] {
    const { block: minted } = demo.transaction('erc1155 mint');
    const { block: unpaused } = demo.transaction('erc721 unpause');
    return [...Array.from({ length: unpaused - minted + 3 }, (_, at) => minted - 2 + at), demo.head];
  }

  it('are owned as the node says at every block, also throughout the blocks that the answer names', async () => {
    const token = demo.at('preset erc721');
    const outcomes = new Set<string>();
    for (const id of IDS) {
      const said = new Map<number, string | undefined>();
      for (const block of blocks()) said.set(block, await nodeSays(token, `${OWNER_OF}${word(id)}`, block));
      for (const block of blocks()) {
        const found = await data(`tokens/${token}/items/${id}/owner`, block);
        const answer = said.get(block);
        const expected = answer === '0x' ? 'malformed' : answer === undefined ? 'reverted' : 'answered';
        expect([id, block, found.outcome]).toEqual([id, block, expected]);
        expect(found.owner).toBe(expected === 'answered' ? `0x${answer!.slice(26)}` : undefined);
        outcomes.add(found.outcome);
        const { sinceBlock, throughBlock } = found.validity;
        expect(sinceBlock <= block && block <= throughBlock).toBe(true);
        // Within the named blocks the answer does not change.
        for (const [other, one] of said)
          if (sinceBlock <= other && other <= throughBlock)
            expect([id, other, one]).toEqual([id, other, answer]);
      }
    }
    expect(outcomes).toEqual(new Set(['malformed', 'reverted', 'answered']));
  });

  it('are held in the amounts that the node says', async () => {
    const token = demo.at('preset erc1155');
    let positive = 0;
    for (const holder of HOLDERS.map((name) => demo.at(name)))
      for (const id of ITEMS)
        for (const block of blocks().slice(2)) {
          const found = await data(`addresses/${holder}/balances/${token}/items/${id}`, block);
          const said = await nodeSays(token, `${BALANCE_OF}${word(holder)}${word(id)}`, block);
          expect([holder, id, block, found.balance]).toEqual([holder, id, block, BigInt(said!).toString()]);
          if (found.balance !== '0') positive++;
        }
    expect(positive).toBeGreaterThan(10);
  });

  it('are declared as the node says, for each token of the scenario', async () => {
    const { json } = await demo.get(`tokens/${demo.at('preset erc20')}/declared`);
    expect(json.meta.asOfBlock).toBe(demo.head);
    expect(json.data).toMatchObject({
      name: { outcome: 'answered', text: 'Preset Coin' },
      symbol: { outcome: 'answered', text: 'PRE' },
      decimals: { outcome: 'answered', count: 18 },
      totalSupply: { outcome: 'answered', amount: `${99n * 10n ** 18n}` },
    });
    const burnt = demo.transaction('erc20 burn').block;
    const { totalSupply, symbol } = await data(`tokens/${demo.at('preset erc20')}/declared`, burnt - 1);
    expect(totalSupply).toMatchObject({
      amount: `${100n * 10n ** 18n}`,
      validity: { throughBlock: burnt - 1 },
    });
    expect(symbol.validity.throughBlock).toBe(demo.head);
    const items = await data(`tokens/${demo.at('preset erc1155')}/declared`);
    expect([items.name.outcome, items.decimals.outcome]).toEqual(['reverted', 'reverted']);
  });

  it('are not served for accounts without code, precompiles and other standards', async () => {
    const nobody = `0x${'77'.repeat(20)}`;
    const identity = `0x${'04'.padStart(40, '0')}`;
    for (const token of [nobody, identity]) {
      expect((await data(`tokens/${token}/items/0/owner`)).outcome).toBe('malformed');
      const { name, totalSupply } = await data(`tokens/${token}/declared`);
      expect([name.outcome, totalSupply.outcome]).toEqual(['malformed', 'malformed']);
    }
    const other = await data(`addresses/${nobody}/balances/${demo.at('preset erc20')}/items/${LAST_ID}`);
    expect(other).toMatchObject({ outcome: 'reverted', itemId: LAST_ID });
    expect(other).not.toHaveProperty('balance');
  });

  it.each(['-1', '01', '0x1', (2n ** 256n).toString(), ''])(
    'are refused for an id that is no word in decimal: "%s"',
    async (id) => {
      const { status, json } = await demo.get(`tokens/${demo.at('preset erc721')}/items/${id}/owner`);
      expect([400, 404]).toContain(status);
      if (id !== '')
        expect(json.error.details).toMatchObject({ reason: 'item_id_invalid', parameter: 'itemId' });
    },
  );

  it('are tools for agents', async () => {
    const agent = await connectAgent(demo.url);
    const { structuredContent } = await agent.callTool({
      name: 'get_token_item_owner',
      arguments: { token: demo.at('preset erc721'), itemId: '0' },
    });
    expect(structuredContent).toMatchObject({ outcome: 'answered', owner: demo.at('carol') });
    await agent.close();
  });
});
