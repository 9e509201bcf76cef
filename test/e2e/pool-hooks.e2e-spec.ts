import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

describe('hooks of pools', () => {
  const demo = useDemo();
  const protocolOf = async (name: string, block = demo.head) => {
    const { json } = await demo.get(
      `addresses/${demo.at(name)}/attributes/role:pool_hooks/proof?block=${block}`,
    );
    return json.data?.value;
  };

  it('are what a listed pool manager opened a pool with, from then on', async () => {
    const { block } = demo.transaction('pool with hooks');
    expect(await protocolOf('pool hooks', block)).toBe('Uniswap V4');
    expect(await protocolOf('pool hooks', block - 1)).toBeUndefined();
    expect(await protocolOf('pool hooks')).toBe('Uniswap V4');
  });

  it('are neither those of another pool manager, nor an account that a pool names', async () => {
    for (const name of ['hooks of an unlisted manager', 'alice', 'pool manager'])
      expect([name, await protocolOf(name)]).toEqual([name, undefined]);
  });
});
