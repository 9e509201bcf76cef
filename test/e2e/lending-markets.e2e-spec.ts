import { describe, expect, it } from '@jest/globals';
import { useDemo } from './fixture/use-demo.js';

describe('a token that stands for deposits', () => {
  const demo = useDemo();
  const marketOf = async (name: string, block = demo.head) => {
    const path = `relations/relation:lending_asset/${demo.at('dollar')}/proof?block=${block}`;
    return (await demo.get(`addresses/${demo.at(name)}/${path}`)).json.data?.value;
  };

  it('is the one that its market names, and says so itself', async () => {
    expect(await marketOf('lending receipt')).toBe('Aave V3');
    expect(await marketOf('older lending receipt')).toBe('Aave V2');
    expect(await marketOf('compound receipt')).toBe('Compound V2');
  });

  it('is none before the market names it', async () => {
    const { block } = demo.transaction('compound market listed');
    expect(await marketOf('compound receipt', block)).toBe('Compound V2');
    expect(await marketOf('compound receipt', block - 1)).toBeUndefined();
  });

  it('is not one that only says so itself, stands for debts, or has a market that no registry lists', async () => {
    for (const name of ['false lending receipt', 'false older lending receipt', 'false compound receipt'])
      expect([name, await marketOf(name)]).toEqual([name, undefined]);
    expect(await marketOf('receipt of an unlisted pool')).toBeUndefined();
  });
});
