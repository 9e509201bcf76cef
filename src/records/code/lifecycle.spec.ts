import { describe, expect, it } from '@jest/globals';
import type { Hash } from '../../domain/chain/hex.js';
import { type CreationStep, lifecycleOf } from './lifecycle.js';

const FIRST: Hash = `0x${'11'.repeat(32)}`;
const SECOND: Hash = `0x${'22'.repeat(32)}`;

function step(
  blockNumber: number,
  kind: CreationStep['kind'],
  differing: Partial<CreationStep> = {},
): CreationStep {
  const codeHash = kind === 'cleared' ? null : FIRST;
  const unknown = { creationType: null, deployer: null, txHash: '0xabc', origin: '0xeoa' } as const;
  return { blockNumber, txIndex: 0, kind, codeHash, ...unknown, ...differing };
}

const lifeOf = (steps: readonly CreationStep[]) =>
  lifecycleOf(steps, steps.filter(({ kind }) => kind !== 'cleared').length);

describe('the life of a contract', () => {
  it('is undefined where there never was a contract', () => {
    expect(lifeOf([])).toBeUndefined();
    expect(lifeOf([step(1, 'cleared')])).toBeUndefined();
  });

  it('R-111, R-112: begins with its deployment, which is its newest code until it changes', () => {
    expect(lifeOf([step(5, 'set')])).toEqual({
      deployBlock: 5,
      deployCodeHash: FIRST,
      latestCodeBlock: 5,
      latestCodeHash: FIRST,
      codeChangeCount: 1,
    });
  });

  it('R-114: names its creation when all of it is known, and nothing of it otherwise', () => {
    const creation = { creationType: 'CREATE2', deployer: '0xfactory' } as const;
    expect(lifeOf([step(5, 'set', { ...creation, txIndex: 3 })])?.creation).toEqual({
      type: 'CREATE2',
      deployer: '0xfactory',
      txHash: '0xabc',
      txIndex: 3,
      origin: '0xeoa',
    });
    expect(lifeOf([step(5, 'set')])).not.toHaveProperty('creation');
    expect(lifeOf([step(5, 'set', { ...creation, txHash: null })])).not.toHaveProperty('creation');
  });

  it('R-113: ends when its code is gone', () => {
    expect(lifeOf([step(5, 'set'), step(9, 'cleared')])).toMatchObject({
      codeChangeCount: 1,
      latestCodeBlock: 5,
      selfDestructBlock: 9,
    });
  });

  it('R-112, R-113: goes on when it is deployed again', () => {
    const again = lifeOf([step(5, 'set'), step(9, 'cleared'), step(12, 'set', { codeHash: SECOND })]);
    expect(again).toMatchObject({
      deployBlock: 5,
      deployCodeHash: FIRST,
      latestCodeBlock: 12,
      latestCodeHash: SECOND,
      codeChangeCount: 2,
    });
    expect(again).not.toHaveProperty('selfDestructBlock');
  });

  it('begins and ends in the transaction that created and destroyed it', () => {
    expect(lifeOf([step(5, 'transient')])).toMatchObject({ deployBlock: 5, selfDestructBlock: 5 });
    expect(lifeOf([step(5, 'transient'), step(5, 'set', { txIndex: 1 })])).not.toHaveProperty(
      'selfDestructBlock',
    );
  });

  it('counts a deployment that follows another whose end is missing', () => {
    expect(lifeOf([step(5, 'set'), step(90, 'set', { codeHash: SECOND })])).toMatchObject({
      codeChangeCount: 2,
      latestCodeHash: SECOND,
    });
  });
});
