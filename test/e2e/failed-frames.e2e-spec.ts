import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { CREATED, HEAD, ISLAND } from './fixture/chain.js';
import { aFrame, type FrameColumns, failed } from './fixture/frame-row.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const WORD = '00'.repeat(32);
const ERROR_STRING = `08c379a0 ${'20'.padStart(64, '0')} ${'3'.padStart(64, '0')} 6e6f21${'00'.repeat(29)}`;
const UNKNOWN = `0x${'ab'.repeat(32)}`;
const [CREATE, CREATE2] = [4, 5];
const PRECOMPILE = Buffer.from('08'.padStart(40, '0'), 'hex');

/** Frames of the island's transactions, by name and index. */
const FRAMES: Readonly<Record<string, [txIndex: number, frames: FrameColumns[]]>> = {
  creation: [0, [aFrame('0000', { type: CREATE, to_address: CREATED })]],
  'failed creation': [
    1,
    [
      aFrame('0000', { type: CREATE, to_address: null, ...failed('out of gas') }),
      aFrame('0000 0000', { type: CREATE2, to_address: null, ...failed('contract address collision') }),
    ],
  ],
  'failed call': [
    2,
    [
      aFrame('0000', failed('execution reverted', ERROR_STRING)),
      aFrame('0000 0000', { reverted: true }),
      aFrame('0000 0000 0000', failed('execution reverted', `e450d38c${WORD.repeat(3)}`)),
      aFrame('0000 0001', failed('execution reverted', `4e487b71 ${'11'.padStart(64, '0')}`)),
      aFrame('0000 000a', failed('execution reverted', 'ab'.repeat(5_000))),
      aFrame('0000 0002', failed('execution reverted')),
      aFrame('0000 0003', failed('execution reverted', '08c379')),
      aFrame('0000 0004', failed('execution reverted', '00000000')),
    ],
  ],
  'call with logs': [
    3,
    [
      aFrame('0000'),
      ...[
        ['out of gas'],
        ['contract creation code storage out of gas'],
        ['gas uint64 overflow'],
        ['stack limit reached 1024 (1023)'],
        ['stack limit reached'],
        ['invalid opcode'],
        ['precompile failed'],
        ['precompiled failed'],
        ['bn256: malformed point', PRECOMPILE],
        ['out of gas', PRECOMPILE],
        ['max call depth exceeded', PRECOMPILE],
        ['insufficient balance for transfer', PRECOMPILE],
        ['invalid jump destination'],
        ['stack underflow (0 <=> 1)'],
        ['write protection'],
        ['words that nobody has said before'],
      ].map(([error, to], index) =>
        aFrame(`0000 ${index.toString(16).padStart(4, '0')}`, {
          ...failed(error as string),
          ...(to === undefined ? {} : { to_address: to as Buffer }),
        }),
      ),
    ],
  ],
};

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  for (const [tx_index, frames] of Object.values(FRAMES)) {
    for (const frame of frames) await insert(pool, 'frame', { block_number: ISLAND, tx_index, ...frame });
  }
}

describe('the failed frames of a transaction', () => {
  const service = useService({ fill });
  const ask = (name: string) => service.get(`transactions/${hex(hashOf(name))}/failed-frames`);
  const framesOf = async (name: string) => (await ask(name)).json.data.frames;
  // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into
  const at = async (path: string): Promise<any> =>
    (await framesOf('failed call')).find(({ callPath }: { callPath: string }) => callPath === path);

  it('R-145, R-151: are stated of their transaction, as of its block', async () => {
    const { status, json } = await ask('failed call');
    expect(status).toBe(200);
    expect(json.meta.asOfBlock).toBe(ISLAND);
    const { frames, ...rest } = json.data;
    expect(rest).toEqual({ chainId: 1, txHash: hex(hashOf('failed call')), blockNumber: ISLAND });
    expect(frames[0]).toEqual({
      callPath: '0000',
      callDepth: 1,
      callType: 'CALL',
      from: hex(addressOf('caller')),
      to: hex(addressOf('callee')),
      errorKind: 'Revert',
      status: 'Revert',
      revertSelector: '0x08c379a0',
      revertData: `0x${ERROR_STRING.replaceAll(' ', '')}`,
      revertDataTruncated: false,
      revertDataLength: 100,
      errorName: 'Error',
      errorSignature: 'Error(string)',
      gasUsed: 1234,
    });
  });

  it('R-146: come by depth and then by path, whose numbers are hexadecimal; what was only undone is not among them', async () => {
    const frames = await framesOf('failed call');
    expect(frames.map(({ callPath }: { callPath: string }) => callPath)).toEqual([
      '0000',
      '00000001',
      '00000002',
      '00000003',
      '00000004',
      '0000000a',
      '000000000000',
    ]);
    for (const { callPath, callDepth } of frames) expect(callDepth).toBe(callPath.length / 4);
  });

  it('R-147: have a selector of zeros when the revert data is shorter', async () => {
    for (const path of ['00000002', '00000003'])
      expect(await at(path)).toMatchObject({ errorKind: 'Revert', revertSelector: '0x00000000' });
    expect(await at('00000002')).toMatchObject({ revertData: '0x', revertDataLength: 0 });
    expect(await at('00000003')).toMatchObject({ revertData: '0x08c379', revertDataLength: 3 });
    // A selector of zeros that is there.
    expect(await at('00000004')).toMatchObject({ errorKind: 'CustomError', revertDataLength: 4 });
  });

  it('R-148: are cut at 4,096 bytes of revert data, and say how long it was', async () => {
    expect(await at('0000000a')).toMatchObject({
      errorKind: 'CustomError',
      revertData: `0x${'ab'.repeat(4_096)}`,
      revertDataTruncated: true,
      revertDataLength: 5_000,
    });
  });

  it('R-149, R-A096, R-A097: name panics and errors that are known, and no others', async () => {
    expect(await at('00000001')).toMatchObject({
      errorKind: 'Panic',
      errorName: 'Panic',
      errorSignature: 'Panic(uint256)',
    });
    expect(await at('000000000000')).toMatchObject({
      errorKind: 'CustomError',
      errorName: 'ERC20InsufficientBalance',
      errorSignature: 'ERC20InsufficientBalance(address,uint256,uint256)',
    });
    for (const path of ['00000002', '00000003', '0000000a']) {
      expect(await at(path)).not.toHaveProperty('errorName');
      expect(await at(path)).not.toHaveProperty('errorSignature');
    }
  });

  it('R-150: say the gas used as a number', async () => {
    expect((await at('0000')).gasUsed).toBe(1234);
  });

  it('R-152: of a transaction that succeeded are listed, each with the kind its words tell', async () => {
    expect(
      (await framesOf('call with logs')).map(
        ({ errorKind, status }: { errorKind: string; status: string }) => `${errorKind} ${status}`,
      ),
    ).toEqual([
      'OutOfGas Halt',
      'OutOfGas Halt',
      'OutOfGas Halt',
      'StackOverflow Halt',
      'StackOverflow Halt',
      'InvalidOpcode Halt',
      'PrecompileError Halt',
      'PrecompileError Halt',
      'PrecompileError Halt',
      'OutOfGas Halt',
      'Other Halt',
      'Other Halt',
      'Other Halt',
      'Other Halt',
      'Other Halt',
      'Other Halt',
    ]);
  });

  it('that create went to the address of the transaction’s contract, and nowhere when they are inner ones', async () => {
    expect(await framesOf('failed creation')).toMatchObject([
      { callType: 'CREATE', callDepth: 1, to: hex(CREATED), errorKind: 'OutOfGas' },
      { callType: 'CREATE2', callDepth: 2, to: `0x${'0'.repeat(40)}`, errorKind: 'Other' },
    ]);
  });

  it('R-151: are none when all frames succeeded', async () => {
    const { status, json } = await ask('creation');
    expect(status).toBe(200);
    expect(json.data.frames).toEqual([]);
  });

  it('R-151: are refused for the gap of the traces around their block', async () => {
    const { status, json } = await ask('untraced creation');
    expect(status).toBe(422);
    expect(json.error).toMatchObject({
      code: 'block_not_available',
      details: {
        reason: 'coverage_gap',
        coverageGapFromBlock: 46_147,
        coverageGapToBlock: 24_999_999,
        maxAvailableBlock: HEAD,
      },
    });
  });

  it('R-315: of an unknown transaction are refused for the first gap while blocks are missing', async () => {
    const { status, json } = await service.get(`transactions/${UNKNOWN}/failed-frames`);
    expect(status).toBe(422);
    expect(json.error.details).toMatchObject({
      coverageGapFromBlock: 46_149,
      coverageGapToBlock: 12_964_998,
      maxAvailableBlock: HEAD,
    });
  });

  it('R-048, R-051: are found by the hash in any letter case, and refused for what is no hash', async () => {
    const hash = hex(hashOf('failed call'));
    const { json } = await service.get(`transactions/${hash.toUpperCase()}/failed-frames`);
    expect(json.data.txHash).toBe(hash);
    const refused = await service.get('transactions/0x12/failed-frames');
    expect(refused.status).toBe(400);
    expect(refused.json.error.details).toMatchObject({ reason: 'hash_invalid', parameter: 'hash' });
  });
});

describe('the failed frames of a transaction of a chain without gaps', () => {
  const service = useService({ firstBlock: ISLAND });

  it('R-151, R-030: are not found when nobody has it', async () => {
    const { status, json } = await service.get(`transactions/${UNKNOWN}/failed-frames`);
    expect(status).toBe(404);
    expect(json.error.code).toBe('not_found');
  });
});
