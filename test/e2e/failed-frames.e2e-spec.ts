import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { FRAME_TYPES, type FrameType } from '../../src/domain/chain/record/block.js';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { CREATED, ISLAND } from './fixture/chain.js';
import { insert, storeChain } from './fixture/store-chain.js';
import { useService } from './fixture/use-service.js';

const word = (value: number): string => value.toString(16).padStart(64, '0');
const REASON = `08c379a0${word(32)}${word(3)}${Buffer.from('no!').toString('hex').padEnd(64, '0')}`;
const [caller, callee] = ['caller', 'callee'].map(addressOf) as [Buffer, Buffer];

interface MadeFrame {
  readonly path: string;
  readonly type?: FrameType;
  readonly to?: Buffer | null;
  readonly error?: string;
  /** As hex. */
  readonly output?: string;
  readonly outputSize?: number;
}

const storeFrames = async (pool: Pool, txIndex: number, frames: readonly MadeFrame[]): Promise<void> => {
  for (const { path, type = 'CALL', to = callee, error = null, output = '', outputSize } of frames) {
    if (error === null) continue;
    await insert(pool, 'failed_frame', {
      ...{ block_number: ISLAND, tx_index: txIndex, call_path: Buffer.from(path, 'hex') },
      ...{ type: FRAME_TYPES.indexOf(type), from_address: caller, to_address: to, gas_used: 84_210, error },
      ...{ output: Buffer.from(output, 'hex'), output_size: outputSize ?? output.length / 2 },
    });
  }
};

async function fill(pool: Pool): Promise<void> {
  await storeChain(pool);
  await storeFrames(pool, 1, [{ path: '0000', type: 'CREATE', to: null, error: 'execution reverted' }]);
  await storeFrames(pool, 2, [
    { path: '0000', error: 'execution reverted', output: REASON },
    { path: '00000000', error: 'execution reverted', output: `4e487b71${word(17)}` },
    { path: '000000000000', error: 'execution reverted', output: `cafebabe${word(1)}` },
    { path: '000000000001', error: 'execution reverted', output: `e450d38c${word(1)}${word(2)}${word(3)}` },
    { path: '00000001', type: 'STATICCALL', error: 'out of gas' },
    { path: '00000002', type: 'DELEGATECALL', error: 'invalid opcode' },
    { path: '00000003', error: 'stack limit reached 1024 (1023)' },
    { path: '00000004', error: 'out of gas', to: Buffer.from(`${'00'.repeat(19)}08`, 'hex') },
    { path: '00000005', error: 'bad elliptic curve point', to: Buffer.from(`${'00'.repeat(19)}08`, 'hex') },
    { path: '00000006', error: 'invalid jump destination' },
    { path: '00000007', type: 'CREATE2', to: null, error: 'contract address collision' },
    { path: '00000008', error: 'execution reverted', output: 'abcd' },
    { path: '0000000a', error: 'execution reverted', output: 'ab'.repeat(4096), outputSize: 5000 },
  ]);
  await storeFrames(pool, 3, [{ path: '0000' }, { path: '00000000', error: 'execution reverted' }]);
  await storeFrames(pool, 4, [{ path: '0000' }]);
  // More than four megabytes of revert data in one transaction.
  await pool.query(
    `INSERT INTO failed_frame SELECT block_number, 5, call_path || int2send(at::int2), type, from_address, to_address, gas_used,
       error, output, output_size
     FROM failed_frame, generate_series(0, 1099) at WHERE block_number = $1 AND tx_index = 2 AND output_size = 5000`,
    [ISLAND],
  );
}

const signatures = ['error e450d38c 3 ERC20InsufficientBalance(address,uint256,uint256)'];

describe('the failed frames of a transaction', () => {
  const service = useService({ fill, signatures });
  const ask = (name: string) => service.get(`transactions/${hex(hashOf(name))}/failed-frames`);
  const framesOf = async (name: string) => (await ask(name)).json.data.frames;
  const at = async (callPath: string) =>
    (await framesOf('failed call')).find((frame: { callPath: string }) => frame.callPath === callPath);

  it('R-145, R-146: come level by level, each with its place in the tree', async () => {
    const { json } = await ask('failed call');
    expect(json.meta.asOfBlock).toBe(ISLAND);
    expect(json.data).toMatchObject({ chainId: 1, txHash: hex(hashOf('failed call')), blockNumber: ISLAND });
    const places = json.data.frames.map(({ callPath, callDepth }: Record<string, unknown>) => [
      callDepth,
      callPath,
    ]);
    expect(places.slice(0, 3)).toEqual([
      [1, '0000'],
      [2, '00000000'],
      [2, '00000001'],
    ]);
    expect(places.slice(-2)).toEqual([
      [3, '000000000000'],
      [3, '000000000001'],
    ]);
  });

  it('R-150, R-B30: state who called whom, how, and the gas as a number', async () => {
    expect(await at('00000001')).toEqual({
      ...{ callPath: '00000001', callDepth: 2, callType: 'STATICCALL', from: hex(caller), to: hex(callee) },
      ...{ errorKind: 'OutOfGas', status: 'Halt', revertSelector: '0x00000000', revertData: '0x' },
      ...{ revertDataTruncated: false, revertDataLength: 0, gasUsed: 84_210 },
    });
  });

  it.each([
    ['0000', 'Revert', 'Revert'],
    ['00000000', 'Panic', 'Revert'],
    ['000000000000', 'CustomError', 'Revert'],
    ['00000002', 'InvalidOpcode', 'Halt'],
    ['00000003', 'StackOverflow', 'Halt'],
    ['00000004', 'OutOfGas', 'Halt'],
    ['00000005', 'PrecompileError', 'Halt'],
    ['00000006', 'Other', 'Halt'],
    ['00000008', 'Revert', 'Revert'],
  ])('R-B31, R-B32: %s is of kind %s and ended by %s', async (path, errorKind, status) => {
    expect(await at(path)).toMatchObject({ errorKind, status });
  });

  it('R-147: have a selector of zeros if the data is shorter than a selector', async () => {
    expect(await at('00000008')).toMatchObject({ revertSelector: '0x00000000', revertData: '0xabcd' });
    expect(await at('000000000000')).toMatchObject({ revertSelector: '0xcafebabe' });
  });

  it('R-148: have up to 4,096 bytes of revert data, and state the full length', async () => {
    const frame = await at('0000000a');
    expect(frame).toMatchObject({ revertDataTruncated: true, revertDataLength: 5000 });
    expect(frame.revertData).toHaveLength(2 + 2 * 4096);
  });

  it('R-148: have only selectors once all their revert data together is too long', async () => {
    const frames = await framesOf('access list');
    expect(frames).toHaveLength(1100);
    expect([frames[1023].revertData.length, frames[1024].revertData]).toEqual([2 + 2 * 4096, '0xabababab']);
    expect(frames[1024]).toMatchObject({
      revertDataTruncated: true,
      revertDataLength: 5000,
      revertSelector: '0xabababab',
    });
  });

  it('R-149, R-A096, R-A097: name known errors only', async () => {
    const named = ['Error(string)', 'Panic(uint256)', 'ERC20InsufficientBalance(address,uint256,uint256)'];
    for (const [index, path] of ['0000', '00000000', '000000000001'].entries()) {
      const errorSignature = named[index]!;
      expect(await at(path)).toMatchObject({ errorSignature, errorName: errorSignature.split('(')[0] });
    }
    for (const path of ['000000000000', '00000001', '00000008']) {
      expect(await at(path)).not.toHaveProperty('errorName');
      expect(await at(path)).not.toHaveProperty('errorSignature');
    }
  });

  it('of a creation have the address of the contract that failed, or the zero address', async () => {
    expect(await framesOf('failed creation')).toMatchObject([{ callType: 'CREATE', to: hex(CREATED) }]);
    expect(await at('00000007')).toMatchObject({ callType: 'CREATE2', to: `0x${'0'.repeat(40)}` });
  });

  it('R-152, R-151: are listed for successful transactions too, and are empty if no frame failed', async () => {
    expect(await framesOf('call with logs')).toMatchObject([{ callPath: '00000000' }]);
    expect(await framesOf('three bytes')).toEqual([]);
  });

  it('R-151: are refused while the block is not traced, with the bounds of the gap', async () => {
    const { status, json } = await ask('fee market');
    expect(status).toBe(422);
    expect(json.error).toMatchObject({ code: 'block_not_available', details: { reason: 'coverage_gap' } });
    const { coverageGapFromBlock, coverageGapToBlock } = json.error.details;
    expect(coverageGapFromBlock).toBeLessThanOrEqual(12_965_000);
    expect(coverageGapToBlock).toBe(ISLAND - 1);
  });

  it('R-151, R-315: are refused for an unknown transaction while blocks are missing', async () => {
    expect((await ask('nobody sent this')).status).toBe(422);
  });

  it('R-A072, R-A073, R-A074: are counted on the transaction, if they are known', async () => {
    const failed = (await service.get(`transactions/${hex(hashOf('failed call'))}`)).json.data;
    expect(failed).toMatchObject({ failedFrameCount: 13, internalTransferCount: 0, tokenTransferCount: 0 });
    const untraced = (await service.get(`transactions/${hex(hashOf('fee market'))}`)).json.data;
    expect(untraced).not.toHaveProperty('failedFrameCount');
    expect(untraced).not.toHaveProperty('internalTransferCount');
  });
});

describe('the failed frames of a transaction on a chain without gaps', () => {
  const service = useService({ fill, signatures, firstBlock: ISLAND });

  it('R-151: are not found for an unknown transaction', async () => {
    const { status, json } = await service.get(`transactions/${hex(hashOf('nobody'))}/failed-frames`);
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  });
});
