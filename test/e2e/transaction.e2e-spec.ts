import { describe, expect, it } from '@jest/globals';
import { addressOf, hashOf, hex } from './fixture/bytes.js';
import { CREATED, HEAD, ISLAND, TRANSFER_CALL } from './fixture/chain.js';
import { useService } from './fixture/use-service.js';

const UNKNOWN = `0x${'ab'.repeat(32)}`;

describe('a transaction', () => {
  const service = useService();
  const named = async (name: string) => (await service.get(`transactions/${hex(hashOf(name))}`)).json.data;

  it('R-099, R-021: is found by its hash, and valid as of its block', async () => {
    const { json } = await service.get(`transactions/${hex(hashOf('call with logs'))}`);
    expect(json.meta.asOfBlock).toBe(ISLAND);
    expect(json.data).toEqual({
      chainId: 1,
      hash: hex(hashOf('call with logs')),
      blockNumber: ISLAND,
      txIndex: 3,
      timestamp: 1_438_918_233 + ISLAND / 100,
      from: hex(addressOf('sender of call with logs')),
      valueWei: '1000000000000000000',
      nonce: 7,
      txType: 2,
      inputSize: TRANSFER_CALL.length,
      gasLimit: '30000',
      blockHash: hex(hashOf(`block ${ISLAND}`)),
      to: hex(addressOf('recipient of call with logs')),
      gasUsed: '21000',
      gasPrice: '12000000000',
      maxFeePerGas: '40000000000',
      maxPriorityFeePerGas: '2000000000',
      feeWei: '252000000000000',
      burntFeeWei: '210000000000000',
      tipWei: '42000000000000',
      methodId: '0xa9059cbb',
      status: 1,
      logCount: 3,
      accessListSize: 0,
      input: hex(TRANSFER_CALL),
      internalTransferCount: 0,
      tokenTransferCount: 0,
      failedFrameCount: 0,
    });
  });

  it('R-051, R-048: is found by its hash in any letter case', async () => {
    const hash = hex(hashOf('call with logs'));
    const lower = await service.get(`transactions/${hash}`);
    for (const other of [hash.toUpperCase(), `0x${hash.slice(2).toUpperCase()}`]) {
      expect((await service.get(`transactions/${other}`)).json.data).toEqual(lower.json.data);
    }
  });

  it.each([
    '0x',
    '0x12',
    `0x${'a'.repeat(63)}`,
    `0x${'a'.repeat(65)}`,
    `0x${'g'.repeat(64)}`,
    'a'.repeat(64),
    `%20${UNKNOWN}`,
  ])('R-051, R-027: %s is no hash', async (hash) => {
    const { status, json } = await service.get(`transactions/${hash}`);
    expect(status).toBe(400);
    expect(json.error.details).toEqual({
      reason: 'hash_invalid',
      parameter: 'hash',
      actual: decodeURIComponent(hash),
    });
  });

  it('R-315: is refused with the first gap if its hash is unknown and blocks are missing', async () => {
    const { status, json } = await service.get(`transactions/${UNKNOWN}`);
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
  });

  it('R-A034, R-A035, R-A054, R-A053: names a created contract only if it was created', async () => {
    expect(await named('creation')).toMatchObject({ status: 1, contractAddress: hex(CREATED) });
    const failed = await named('failed creation');
    expect(failed).toMatchObject({ status: 0 });
    expect(failed).not.toHaveProperty('contractAddress');
    for (const creation of [await named('creation'), failed]) expect(creation).not.toHaveProperty('to');
    expect(await named('failed call')).not.toHaveProperty('contractAddress');
  });

  it('R-A048, R-A067, R-A035: states neither success nor a created contract if success is not known', async () => {
    const untraced = await named('untraced creation');
    expect(untraced).not.toHaveProperty('status');
    expect(untraced).not.toHaveProperty('contractAddress');
    expect(untraced).toMatchObject({ gasUsed: '21000', logCount: 0 });
  });

  it('R-A046, R-A065, R-A047, R-A066: has a selector only for calls with four bytes or more, and never a guessed name', async () => {
    expect(await named('failed call')).toMatchObject({ methodId: '0xa9059cbb' });
    for (const name of ['creation', 'three bytes', 'delegation'])
      expect(await named(name)).not.toHaveProperty('methodId');
    expect(await named('failed call')).not.toHaveProperty('methodName');
  });

  it('R-A038, R-A039, R-A050, R-A051: has the fields of its type, and no others', async () => {
    const legacy = await named('legacy in London');
    for (const field of ['maxFeePerGas', 'maxPriorityFeePerGas', 'accessListSize', 'authorizationCount']) {
      expect(legacy).not.toHaveProperty(field);
    }
    expect(await named('access list')).toMatchObject({ txType: 1, accessListSize: 2 });
    expect(await named('delegation')).toMatchObject({ txType: 4, accessListSize: 0, authorizationCount: 1 });
  });

  it('R-A040, R-A041, R-A042: has gas, hashes and fee cap of its blobs; their fee is part of the fee, and all of it is burnt', async () => {
    expect(await named('blobs')).toMatchObject({
      txType: 3,
      maxFeePerBlobGas: '100',
      blobGasUsed: '262144',
      blobVersionedHashes: [hex(hashOf('first blob')), hex(hashOf('second blob'))],
      feeWei: String(12_000_000_000n * 21_000n + 3n * 262_144n),
      burntFeeWei: String(10_000_000_000n * 21_000n + 3n * 262_144n),
      tipWei: String(2_000_000_000n * 21_000n),
    });
    for (const field of ['maxFeePerBlobGas', 'blobGasUsed', 'blobVersionedHashes']) {
      expect(await named('fee market')).not.toHaveProperty(field);
    }
  });

  it('R-A044, R-A045, R-A063, R-A064: burns nothing before London, when the whole fee is the tip', async () => {
    const early = await named('traced');
    expect(early).not.toHaveProperty('burntFeeWei');
    expect(early).toMatchObject({ feeWei: '1050000000000000', tipWei: '1050000000000000' });
  });

  it('R-A033, R-A036, R-A037, R-A043, R-A049, R-A071: is stored with its block and receipt only, so their fields are always present', async () => {
    const early = await named('traced');
    expect(early).toMatchObject({
      gasUsed: '21000',
      gasPrice: '50000000000',
      feeWei: '1050000000000000',
      logCount: 0,
    });
    expect(early).toMatchObject({ blockHash: hex(hashOf('block 46147')), input: '0x' });
  });

  it('R-A052, R-A055 to R-A062, R-A068 to R-A070: omits the same fields alone as in a list', async () => {
    for (const number of [46_148, 12_965_000, 19_426_587, ISLAND]) {
      const { transactions } = (await service.get(`blocks/${number}/transactions`)).json.data;
      for (const listed of transactions) {
        const { input, internalTransferCount, tokenTransferCount, failedFrameCount, ...alone } = (
          await service.get(`transactions/${listed.hash}`)
        ).json.data;
        expect(Object.keys(alone)).toEqual(Object.keys(listed));
        expect(Object.values(alone)).not.toContain(null);
      }
    }
  });

  it('R-A072, R-A073, R-A074: omits what only traces show if there are none', async () => {
    const untraced = await named('fee market');
    expect(untraced.tokenTransferCount).toBe(0);
    expect(untraced).not.toHaveProperty('failedFrameCount');
    expect(untraced).not.toHaveProperty('internalTransferCount');
  });
});

describe('a transaction of a chain without gaps', () => {
  const service = useService({ firstBlock: ISLAND });

  it('R-100, R-030, R-025: is not found if its hash is unknown', async () => {
    const { status, json } = await service.get(`transactions/${UNKNOWN}`);
    expect(status).toBe(404);
    expect(json).toEqual({ error: { code: 'not_found', message: expect.any(String) } });
  });
});
