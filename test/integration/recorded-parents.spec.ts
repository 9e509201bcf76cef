import { describe, expect, it } from '@jest/globals';
import { readForkSchedule } from '../../src/definition/binding/fork-schedule.js';
import { hashHeader } from '../../src/domain/chain/codec/header-rlp.js';
import { requireHeaderRules } from '../../src/ingestion/verify/header-rules.js';
import { type Parent, verifyAgainstParent } from '../../src/ingestion/verify/parent-rules.js';
import { headerFromRpc } from '../../src/node/rpc/header-from-rpc.js';
import type { RpcHeader } from '../../src/node/rpc/rpc-block.js';
import { etlBlocks } from '../recorded/etl-resources.js';
import { bareBlocks, wholeBlocks } from '../recorded/recorded-block.js';
import { REFERENCE_DIRECTORY } from '../recorded/reference-directory.js';

const { schedule } = readForkSchedule('definitions/bindings/fork-schedule.yaml');
const suite = REFERENCE_DIRECTORY === undefined ? describe.skip : describe;

/** Recorded headers whose stated hash is right, by number. */
function recordedHeaders(data: string | undefined): Map<number, Parent> {
  const found = new Map<number, Parent>();
  if (data === undefined) return found;
  for (const { block } of [...wholeBlocks(data), ...bareBlocks(data), ...etlBlocks(data)]) {
    const rpc = block as unknown as RpcHeader;
    if (rpc.logsBloom === undefined) continue;
    const header = headerFromRpc(rpc, () => Buffer.alloc(256));
    const hash = hashHeader(header);
    if (`0x${hash.toString('hex')}` === rpc.hash) found.set(header.number, { hash, header });
  }
  return found;
}

suite('recorded mainnet headers (skipped without the reference directory)', () => {
  const headers = recordedHeaders(REFERENCE_DIRECTORY);

  it('break no rule', () => {
    expect(headers.size).toBeGreaterThan(70);
    for (const { header } of headers.values()) requireHeaderRules(header, schedule);
  });

  it('follow from their parents, if these are recorded', () => {
    const followed = [...headers.values()].flatMap((block) => {
      const parent = headers.get(block.header.number - 1);
      if (parent === undefined) return [];
      verifyAgainstParent(parent, block, schedule);
      return [block.header.number];
    });
    // Frontier, the merge, Shanghai, Cancun and Prague.
    expect(followed).toEqual(
      expect.arrayContaining([1, 47_219, 1_755_635, 15_537_394, 17_034_870, 19_426_587, 22_431_084]),
    );
    expect(followed.length).toBeGreaterThanOrEqual(16);
  });
});
