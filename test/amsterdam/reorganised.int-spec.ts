import { bytesToHex } from '@ethereumjs/util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Hex } from 'viem';
import { checkProjections } from '../../src/cli/check/check-projections.js';
import { decodeAccessList, type ListedChange } from '../../src/domain/chain/codec/access-list.js';
import { toHex } from '../../src/domain/chain/codec/hex.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { checkLog } from '../../src/event-store/check-log.js';
import { forkSchedule } from '../../src/runtime/projection/projectors.js';
import type { StateAnswer } from '../../src/state/history/known-state.js';
import { StateHistory } from '../../src/state/history/state-history.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { startIngestion, type TestIngestion } from '../fixture/ingestion.js';
import { storedTables } from '../fixture/stored-tables.js';
import type { RpcServer } from '../simulation/rpc-server.js';
import { AMSTERDAM_TIME, AmsterdamChain } from './amsterdam-chain.js';
import { type NodeManner, startAmsterdamNode } from './amsterdam-node.js';
import { mayfly, passingOn, token } from './contracts.js';

const RECEIVER: Hex = '0x7700000000000000000000000000000000000077';
const HEIR: Hex = '0x8800000000000000000000000000000000000088';
const FORK_TIMES = new Map([['amsterdam', AMSTERDAM_TIME]]);
/** Creation code that stores this byte in the account's first slot. */
const withSlot = (byte: string): Hex => `0x60${byte}60005500`;

/** Two chains with the same first blocks, the second longer by one. */
async function branches(): Promise<readonly [AmsterdamChain, AmsterdamChain]> {
  const both = await Promise.all([AmsterdamChain.start(), AmsterdamChain.start()]);
  const created: Hex[][] = [];
  for (const chain of both) {
    await chain.append([]);
    created.push(await chain.append([{ data: passingOn(RECEIVER) }, { data: token(RECEIVER) }]));
  }
  const [passer, coin] = created[0]! as [Hex, Hex];
  const [first, second] = both;
  await first.append([{ to: passer, value: 7n }, { data: withSlot('05') }, { to: coin }]);
  await first.append([{ data: mayfly(HEIR), value: 13n }]);
  await second.append([{ data: withSlot('06') }, { to: passer, value: 70n }]);
  await second.append([{ to: coin }, { data: withSlot('07') }]);
  await second.append([{ to: HEIR, value: 3n }]);
  return both;
}

describe.each<[string, NodeManner]>([
  ['lists and tracers', {}],
  ['lists and call frames', { tracers: 'calls' }],
  ['lists alone', { tracers: 'none' }],
])('blocks of Amsterdam that are reorganised, from a node with %s', (_name, manner) => {
  const databases: TestDatabase[] = [];
  const nodes: RpcServer[] = [];
  const ingestions: TestIngestion[] = [];
  let longer: AmsterdamChain;
  let reorganised: TestIngestion;
  let straight: TestIngestion;

  const hashOf = (chain: AmsterdamChain) => bytesToHex(chain.head.hash());
  const ingest = async (chain: AmsterdamChain): Promise<TestIngestion> => {
    const database = await createDatabase({ migrated: true });
    databases.push(database);
    const node = await startAmsterdamNode(chain, manner);
    nodes.push(node);
    const ingestion = startIngestion({
      ...{ rpcUrls: [node.url], databaseUrl: database.url },
      ...{ firstBlock: chain.firstNumber, forkTimes: FORK_TIMES },
    });
    ingestions.push(ingestion);
    return ingestion;
  };

  beforeAll(async () => {
    const [shorter, other] = await branches();
    longer = other;
    /** The node's chain: first the shorter branch, then the longer one. */
    let current = shorter;
    const served = Object.create(AmsterdamChain.prototype, {
      blocks: { get: () => current.blocks },
    }) as AmsterdamChain;
    reorganised = await ingest(served);
    await reorganised.reached(hashOf(shorter));
    current = longer;
    await reorganised.reached(hashOf(longer));
    straight = await ingest(longer);
    await straight.reached(hashOf(longer));
  });

  afterAll(async () => {
    for (const ingestion of ingestions) await ingestion.stop();
    for (const node of nodes) await node.stop();
    for (const database of databases) await database.drop();
  });

  it('are replaced from the block where the chains part', async () => {
    expect(reorganised.orphaned).toEqual([2]);
    expect(reorganised.refusals.filter((reason) => reason.startsWith('block'))).toEqual([]);
    expect(await checkLog(reorganised.pool, () => undefined)).toEqual([]);
    expect(await checkProjections(reorganised.pool)).toEqual([]);
  });

  it('leave the rows that ingesting only the final chain leaves', async () => {
    expect(await storedTables(reorganised.pool)).toEqual(await storedTables(straight.pool));
  });

  it.each(['reorganised', 'straight'])(
    'leave the state that the access lists state, block by block: %s',
    async (which) => {
      const { pool } = which === 'straight' ? straight : reorganised;
      const history = new StateHistory(pool, forkSchedule(FORK_TIMES));
      const compared = { balance: 0, nonce: 0, code: 0, slot: 0 };
      for (const { block, accessList } of longer.blocks) {
        if (accessList === undefined) continue;
        const number = Number(block.header.number);
        const requireLast = (
          kind: keyof typeof compared,
          found: StateAnswer<unknown>,
          changes: readonly ListedChange<unknown>[],
        ) => {
          const listed = changes.at(-1);
          if (listed === undefined) return;
          compared[kind]++;
          expect([number, kind, found]).toEqual([
            number,
            kind,
            expect.objectContaining({ value: listed.after, support: 'proven' }),
          ]);
        };
        for (const { address: bytes, ...account } of decodeAccessList(Buffer.from(accessList.serialize()))) {
          const address = toHex(bytes) as Address;
          const { balance, nonce } = await history.accountAt(address, number);
          const code = await history.codeAt(address, number);
          requireLast('balance', balance, account.balances);
          requireLast(
            'nonce',
            nonce,
            account.nonces.map(({ index, after }) => ({ index, after: BigInt(after) })),
          );
          requireLast(
            'code',
            code.known ? { ...code, value: toHex(code.value.bytes) } : code,
            account.codes.map(({ index, after }) => ({ index, after: toHex(after) })),
          );
          for (const { slot, changes } of account.storage)
            requireLast(
              'slot',
              await history.slotAt(address, BigInt(toHex(slot)), number),
              changes.map(({ index, after }) => ({ index, after: BigInt(toHex(after)) })),
            );
        }
      }
      for (const count of Object.values(compared)) expect(count).toBeGreaterThan(0);
    },
  );
});
