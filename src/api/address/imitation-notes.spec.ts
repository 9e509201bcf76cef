import { describe, expect, it } from '@jest/globals';
import { registriesOf } from '../../../test/builder/registries-of.js';
import type { Hex } from '../../domain/chain/hex.js';
import { imitationNotes } from './imitation-notes.js';

const REAL: Hex = `0x${'a0'.repeat(20)}`;
const FAKE: Hex = `0x${'fa'.repeat(20)}`;

describe('the notes on imitations', () => {
  const registries = registriesOf({ assets: { [REAL]: 'USDC' } });
  const presentations = { originalOf: (symbol: string) => registries.assetOf(symbol) };

  it('name the address that is imitated', () => {
    const shown = [{ address: REAL }, { address: FAKE, impersonates: 'USDC' }];
    expect(imitationNotes(shown, presentations)).toEqual([`${FAKE} imitates USDC, which is ${REAL}.`]);
  });

  it('say nothing about an asset that no registry has any more', () => {
    expect(imitationNotes([{ address: FAKE, impersonates: 'GONE' }], presentations)).toEqual([]);
  });
});
