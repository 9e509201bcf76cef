import { describe, expect, it } from '@jest/globals';
import { sourcedBlock } from '../../../test/builder/sourced-block.js';
import type { StateChange } from '../../domain/chain/record/block.js';
import type { SourcedBlock } from '../../node/rpc/rpc-block.js';
import { BlockRefused } from './finding/block-refused.js';
import { verifyBlock } from './verify-block.js';

const good = await sourcedBlock();

/** Verifies the block with what its last transaction, of nonce 70,000, did to its sender's nonce. */
function withNonce(nonce: StateChange['nonce']): () => unknown {
  const lists = good.stateChanges!.map((list, i, { length }) =>
    i < length - 1
      ? list
      : list.map(({ nonce: own, ...change }) => ({ ...change, ...(own && nonce && { nonce }) })),
  );
  return () => verifyBlock({ ...good, stateChanges: lists });
}

describe('state changes', () => {
  it('are as many as there are transactions', () => {
    expect(() => verifyBlock({ ...good, stateChanges: good.stateChanges!.slice(1) })).toThrow(
      'state_changes {"problem":"not one list for each transaction","stated":6,"expected":7}',
    );
  });

  it('raise the nonce of the sender by one', () => {
    expect(withNonce({ before: 70_000, after: 70_001 })).not.toThrow();
  });

  it('raise it by two only for a reason', () => {
    expect(withNonce({ before: 70_000, after: 70_002 })).toThrow(
      /"transactionIndex":6,.*"field":"nonce","stated":"2","expected":"1"/,
    );
  });

  it.each([{ before: 69_999, after: 70_001 }, { before: 70_000, after: 70_000 }, undefined])(
    'are refused when they change it otherwise: %j',
    (nonce) => {
      expect(withNonce(nonce)).toThrow(BlockRefused);
      expect(withNonce(nonce)).toThrow(/state_changes .*"transactionIndex":6/);
    },
  );

  it('are refused without the sender', () => {
    expect(() => verifyBlock({ ...good, stateChanges: good.stateChanges!.map(() => []) })).toThrow(
      'state_changes {"transactionIndex":0',
    );
  });

  it('are none in a block without transactions, and not known of a genesis block', async () => {
    const emptied = async (header = {}): Promise<SourcedBlock> => {
      const { stateChanges: _, ...sourced } = await sourcedBlock({ blobGasUsed: '0x0', ...header }, []);
      return sourced;
    };
    expect(verifyBlock(await emptied()).stateChanges).toEqual([]);
    const genesis = await emptied({ parentHash: `0x${'00'.repeat(32)}` });
    expect(verifyBlock({ ...genesis, stateChanges: [] }).stateChanges).toBeUndefined();
  });
});
