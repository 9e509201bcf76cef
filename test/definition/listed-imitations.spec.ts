import { describe, expect, it } from '@jest/globals';
import { readBindings } from '../../src/definition/binding/read-bindings.js';
import { shapesOf } from '../../src/evaluator/text/alike.js';
import { decoratedAppearance, isTakenFor } from '../../src/evaluator/text/appearance.js';
import { plain } from '../../src/evaluator/text/plain-text.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';
import { publishedLists } from '../resolve/published-lists.js';
import { standing } from './registry-names.js';

const bindings = readBindings(['definitions/bindings']);
const assets = standing(bindings.get('canonical-assets')!);
const originals = [...assets.values()].map(({ symbol, name }) => ({
  symbol: symbol!,
  names: [symbol!, name!].map((text) => shapesOf(plain(text)!)),
}));

function imitated(...texts: readonly string[]): string | undefined {
  const appearances = texts.map((text) => decoratedAppearance(Buffer.from(text)));
  return originals.find(({ names }) => appearances.some((one) => isTakenFor(one, names)))?.symbol;
}

describe('what the rules of imitation flag', () => {
  it.each(['official-names', 'listed-names', 'mixers'])('is no name in %s of an address of its own', (id) => {
    const flagged = [...standing(bindings.get(id)!)]
      .filter(([key, { name }]) => !assets.has(key) && imitated(name!) !== undefined)
      .map(([, { name }]) => name);
    expect(flagged).toEqual([]);
  });
});

const withLists = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

withLists('what they flag in published lists of tokens (skipped where SHARED_DIR holds none)', () => {
  const tokens = [...(REFERENCE_DIRECTORY ? publishedLists(REFERENCE_DIRECTORY).tokens.values() : [])]
    .filter(({ address }) => !assets.has(address))
    .map(({ symbol, name }) => ({ symbol, name, original: imitated(symbol, name) }));

  it('are these as ether', () => {
    const found = tokens.filter(({ original }) => original === 'ETH');
    expect(found.map(({ symbol, name }) => `${symbol}: ${name}`).sort()).toEqual([
      'EIN: Ether.Insure',
      'ELD: ETH.limiteD',
      'ETH: Cyberpop Gallery',
      'ETH: ETH',
      'ETH: ETH..',
      'ETH: Ether Token',
      'ETH: Ether Token Proxy',
      'ETH: Ethereum',
      'ETH: The Infinite Garden',
      'ETH🌮: ETHTACO',
    ]);
  });

  it('are these for what they look like, where letters and digits differ', () => {
    const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    const found = tokens.filter(({ symbol, name, original }) => {
      const own = originals.find((one) => one.symbol === original);
      const names = own?.names.flat().map(lettersOf) ?? [];
      return own && !names.some((one) => [symbol, name].some((text) => lettersOf(text) === one));
    });
    expect(found.map(({ symbol, name, original }) => `${symbol}: ${name}: ${original}`).sort()).toEqual([
      'Claim $sDAI rewards at https://sdai.app: $ sdai.app: sDAI',
      'EIN: Ether.Insure: ETH',
      'ELD: ETH.limiteD: ETH',
      'IDO: IDO Launchpad: LDO',
      'IPT: INKEPASS: LPT',
      'IPT: Interest Protocol: LPT',
      'MIN: MINDOL: MLN',
      'MIN: MINDOL: MLN',
      'POI: POICOIN: POL',
      'R1C: R1C4RD0: RLC',
      'RIC: Rielcoin: RLC',
      'RIC: Target 2022: RLC',
      'SHIBL: Shib.La: SHIB',
      'SOFI: Rai.Finance: RAI',
    ]);
  });
});
