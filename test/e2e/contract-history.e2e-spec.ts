import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { PROXY_SLOTS, type ProxySlotName } from '../../src/bytecode/fallback/proxy-slots.js';
import type { StateChange, VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { contractProjector } from '../../src/records/code/contract.projector.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { CREATED, FIRST_BLOCK, HEAD, ISLAND } from './fixture/chain.js';
import { storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const [destroyed, redeployed, proxy, ancient, begun, oversized, largest, wallet, nobody] = [
  ...['destroyed', 'redeployed', 'proxy', 'ancient', 'begun', 'oversized', 'largest', 'wallet', 'nobody'],
].map(addressOf) as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
/** Its pointer is cleared long after the blocks up to which its code is known. */
const emptied = addressOf('emptied');
const [first, second] = ['first', 'second'].map(addressOf) as [Buffer, Buffer];

const NO_WORD = Buffer.alloc(32);
const word = (address: Buffer) => Buffer.concat([Buffer.alloc(12), address]);
const [STOP, ADD] = [Buffer.from('00', 'hex'), Buffer.from('01', 'hex')];

function code(address: Buffer, bytes: Buffer): StateChange {
  return { address, code: bytes, storage: [] };
}

function pointer(
  address: Buffer,
  before: Buffer,
  after: Buffer,
  slot: ProxySlotName = 'eip1967_implementation',
): StateChange {
  return { address, storage: [{ slot: PROXY_SLOTS[slot], before, after }] };
}

/** State changes of each transaction, by block. */
const CHANGES: Readonly<Record<number, readonly (readonly StateChange[])[]>> = {
  12964999: [
    [
      ...[code(proxy, STOP), pointer(proxy, NO_WORD, word(first))],
      ...[code(emptied, STOP), pointer(emptied, NO_WORD, word(first))],
    ],
  ],
  [ISLAND]: [
    [
      { ...pointer(destroyed, NO_WORD, word(first)), code: STOP },
      { ...pointer(redeployed, NO_WORD, word(first)), code: STOP },
    ],
    [code(oversized, Buffer.alloc(24_577, 1)), code(largest, Buffer.alloc(24_576, 1))],
    [code(wallet, Buffer.concat([Buffer.from('ef0100', 'hex'), first]))],
    [pointer(wallet, NO_WORD, word(first))],
  ],
  25000001: [
    [code(destroyed, Buffer.alloc(0)), code(redeployed, Buffer.alloc(0))],
    [code(wallet, Buffer.alloc(0))],
    [code(nobody, Buffer.alloc(0))],
  ],
  25000002: [
    [code(redeployed, ADD)],
    [
      pointer(ancient, word(first), word(second), 'oz_v1_implementation'),
      pointer(emptied, word(first), NO_WORD),
    ],
    [],
  ],
};

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  const blocks = Object.entries(CHANGES).map(([number, stateChanges]) => ({
    kind: 'BlockAppended',
    position: 0,
    block: { header: { number: Number(number) }, stateChanges } as unknown as VerifiedBlock,
  }));
  const allocation = [{ ...pointer(begun, NO_WORD, word(first)), code: STOP }];
  const firstBlock = { header: { number: FIRST_BLOCK }, allocation } as unknown as VerifiedBlock;
  await inTransaction(pool, (tx) =>
    applyEvents(contractProjector(), tx, [
      { kind: 'BlockAppended', position: 0, block: firstBlock },
      ...blocks,
    ] as never),
  );
}

describe('contracts of a chain of islands', () => {
  const service = useService({ fill });
  const get = (address: Buffer, path = '') => service.get(`contracts/${hex(address)}${path}`);
  const data = async (address: Buffer, path = '') => (await get(address, path)).json.data;
  const implementations = async (address: Buffer) => (await data(address, '/proxy')).implementations;

  it('R-113: a destroyed contract is served with its last code, and its storage is gone', async () => {
    const contract = await data(destroyed);
    expect(contract).toMatchObject({ blockNumber: ISLAND, bytecodeSize: 1, proxyFamily: 'none' });
    expect(contract.lifecycle).toMatchObject({
      isAlive: false,
      selfDestructBlock: 25_000_001,
      codeChangeCount: 1,
      latestCodeBlock: ISLAND,
    });
    expect((await data(destroyed, '/bytecode')).bytecode).toBe('0x00');
    expect(await implementations(destroyed)).toMatchObject([
      {
        implementation: hex(first),
        firstSeenBlock: ISLAND,
        lastSeenBlock: ISLAND,
        slotLastEvent: { kind: 'set', blockNumber: ISLAND, txHash: hex(hashOf('creation')) },
        supersededBy: `0x${'00'.repeat(20)}`,
        supersededByBlock: 25_000_001,
      },
    ]);
  });

  it('R-112, R-113: a contract that was deployed again has its new code, and no storage of the old one', async () => {
    const contract = await data(redeployed);
    expect(contract).toMatchObject({ blockNumber: 25_000_002, proxyFamily: 'none', proxyConfidence: 0 });
    expect(contract.lifecycle).toMatchObject({
      isAlive: true,
      deployBlock: ISLAND,
      codeChangeCount: 2,
      latestCodeBlock: 25_000_002,
    });
    expect(contract.lifecycle).not.toHaveProperty('selfDestructBlock');
  });

  it('R-140, R-A094: the successor of a pointer is not known if state diffs after it are missing', async () => {
    const [only] = await implementations(proxy);
    expect(only).toMatchObject({ implementation: hex(first), firstSeenBlock: 12_964_999 });
    expect(only.lastSeenBlock).toBe(12_965_000);
    expect(only).not.toHaveProperty('supersededBy');
    expect(only).not.toHaveProperty('supersededByBlock');
    expect(await data(proxy)).toMatchObject({ proxyFamily: 'eip1967', proxyConfidence: 2 });
  });

  it.each(['', '/bytecode', '/selectors'])(
    'R-020, R-102, R-113: the code is as of the last block for which it is known: contracts/{address}%s',
    async (path) => {
      for (const [address, block] of [
        [proxy, 12_965_000],
        [emptied, 12_965_000],
        [begun, 46_148],
        [destroyed, HEAD],
        [redeployed, HEAD],
        [wallet, HEAD],
      ] as const)
        expect([hex(address), (await get(address, path)).json.meta.asOfBlock]).toEqual([hex(address), block]);
    },
  );

  it('R-107: the kind of proxy is that of the same block, without what is known of later slots', async () => {
    expect(await data(emptied)).toMatchObject({ proxyFamily: 'eip1967', proxyConfidence: 2 });
    expect((await data(emptied)).lifecycle).toMatchObject({ isAlive: true, deployBlock: 12_964_999 });
  });

  it('R-142: the pointer before the first recorded write is stated, though the code is not known', async () => {
    expect((await get(ancient)).status).toBe(422);
    expect(await implementations(ancient)).toMatchObject([
      { implementation: hex(second), firstSeenBlock: 25_000_002, lastSeenBlock: HEAD, supersededBy: null },
      {
        implementation: hex(first),
        source: 'storage_oz_v1',
        confidence: 2,
        firstSeenBlock: 25_000_001,
        lastSeenBlock: 25_000_001,
        supersededBy: hex(second),
        supersededByBlock: 25_000_002,
      },
    ]);
  });

  it('R-139, R-A093: a slot of the genesis has no write event', async () => {
    const [only] = await implementations(begun);
    expect(only).toMatchObject({ implementation: hex(first), firstSeenBlock: FIRST_BLOCK });
    expect(only).not.toHaveProperty('slotLastEvent');
    expect((await data(begun)).lifecycle).not.toHaveProperty('deployTxHash');
  });

  it('keeps the pointers of an account that cleared its delegation, whose storage stays', async () => {
    expect(await data(wallet)).toMatchObject({ bytecodeSize: 0, proxyFamily: 'none', proxyConfidence: 0 });
    expect(await implementations(wallet)).toMatchObject([{ implementation: hex(first), supersededBy: null }]);
  });

  it('R-117, R-118: code is served up to the largest size of a contract, and its size is always stated', async () => {
    const { bytecode, bytecodeSize } = await data(largest, '/bytecode');
    expect([bytecode.length, bytecodeSize]).toEqual([49_154, 24_576]);
    expect(await data(oversized, '/bytecode')).toMatchObject({ bytecode: '0x', bytecodeSize: 24_577 });
    expect(await data(oversized)).toMatchObject({ bytecodeSize: 24_577 });
  });

  it.each(['', '/bytecode', '/selectors', '/events', '/proxy'])(
    'R-315: an unknown address is refused, since it may be a contract in the first gap: contracts/{address}%s',
    async (path) => {
      for (const address of [addressOf('stranger'), nobody]) {
        const { status, json } = await get(address, path);
        expect(status).toBe(422);
        expect(json.error).toMatchObject({
          code: 'block_not_available',
          details: {
            reason: 'coverage_gap',
            coverageGapFromBlock: 46_149,
            coverageGapToBlock: 12_964_998,
            maxAvailableBlock: HEAD,
          },
        });
      }
    },
  );

  it('R-048, R-049, R-027: accept an address in any letter case, and no other text', async () => {
    const upper = await service.get(`contracts/0X${hex(proxy).slice(2).toUpperCase()}`);
    expect(upper.json.data).toEqual(await data(proxy));
    const { status, json } = await service.get('contracts/0x12');
    expect(status).toBe(400);
    expect(json.error.details).toEqual({ reason: 'address_invalid', parameter: 'address', actual: '0x12' });
  });
});

describe('contracts of a chain whose state diffs have a gap', () => {
  const service = useService({
    firstBlock: ISLAND,
    fill: async (pool) => {
      await storeChain(pool);
      await pool.query(
        "UPDATE coverage SET ranges = ranges - int8multirange(int8range(25000002, 25000004)) WHERE family = 'state_diff'",
      );
    },
  });

  it('R-315: an unknown address is refused, since it may be a contract from the gap', async () => {
    const { status, json } = await service.get(`contracts/${hex(CREATED)}`);
    expect(status).toBe(422);
    expect(json.error.details).toMatchObject({
      coverageGapFromBlock: 25_000_002,
      coverageGapToBlock: 25_000_003,
    });
  });
});
