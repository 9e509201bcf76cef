import { describe, expect, it } from '@jest/globals';
import { BASE_FEE } from './fixture/block-row.js';
import { hashOf, hex } from './fixture/bytes.js';
import { HEAD, ISLAND } from './fixture/chain.js';
import { useService } from './fixture/use-service.js';

const REQUIRED = [
  'chainId',
  'number',
  'hash',
  'parentHash',
  'timestamp',
  'feeRecipient',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'gasLimit',
  'gasUsed',
  'txCount',
  'contractCreationCount',
  'blobTxCount',
  'withdrawalCount',
  'totalWithdrawalGwei',
  'totalValueWei',
  'difficulty',
  'extraData',
  'ommersCount',
];

describe('a block', () => {
  const service = useService();
  const block = async (number: number | string) => (await service.get(`blocks/${number}`)).json.data;

  it('R-075: the newest one is the same record by number and as latest, as of that block', async () => {
    const latest = await service.get('blocks/latest');
    const byNumber = await service.get(`blocks/${HEAD}`);
    expect(latest.json.data).toEqual(byNumber.json.data);
    expect(latest.json.data.number).toBe(HEAD);
    expect([latest.json.meta.asOfBlock, byNumber.json.meta.asOfBlock]).toEqual([HEAD, HEAD]);
  });

  it('R-076, R-095, R-068, R-071: has its required fields, with amounts as strings, and counts and times as integers', async () => {
    const record = await block(ISLAND);
    expect(Object.keys(record)).toEqual(expect.arrayContaining(REQUIRED));
    expect(record).toMatchObject({
      chainId: 1,
      hash: hex(hashOf(`block ${ISLAND}`)),
      parentHash: hex(hashOf(`block ${ISLAND - 1}`)),
      gasLimit: '30000000',
      gasUsed: '147000',
      txCount: 7,
      contractCreationCount: 2,
      timestamp: 1_438_918_233 + ISLAND / 100,
    });
  });

  it('R-094, R-049: names the beneficiary of the header, in lower case', async () => {
    const { rows } = await service.pool.query<{ fee_recipient: Buffer }>(
      'SELECT fee_recipient FROM block LIMIT 1',
    );
    expect((await block(ISLAND)).feeRecipient).toBe(hex(rows[0]!.fee_recipient));
  });

  it('R-077, R-031: above the newest is refused as beyond the coverage', async () => {
    const { status, json } = await service.get('blocks/9007199254740991');
    expect(status).toBe(422);
    expect(json.error).toMatchObject({
      code: 'block_not_available',
      details: { reason: 'beyond_coverage', requestedBlock: 9_007_199_254_740_991, maxAvailableBlock: HEAD },
    });
  });

  it.each([46_149, 1_000_000, 12_964_998])(
    'R-078: %d is refused with the bounds of its gap',
    async (number) => {
      const { status, json } = await service.get(`blocks/${number}`);
      expect(status).toBe(422);
      expect(json.error.details).toEqual({
        reason: 'coverage_gap',
        coverageGapFromBlock: 46_149,
        coverageGapToBlock: 12_964_998,
        maxAvailableBlock: HEAD,
      });
    },
  );

  it('R-052, R-029: below the first block of the chain is out of range, not missing', async () => {
    const { status, json } = await service.get('blocks/46146');
    expect(status).toBe(400);
    expect(json.error.details).toEqual({
      reason: 'block_invalid',
      parameter: 'number',
      minValue: 46_147,
      actual: 46_146,
    });
  });

  it('R-079: has no difficulty and no ommers since the merge', async () => {
    expect(await block(ISLAND)).toMatchObject({ difficulty: '0', ommersCount: 0 });
    expect((await block(46_147)).difficulty).toBe('1460797127978');
  });

  it('R-080, R-A022, R-A026: states base fee and burnt fees only since London', async () => {
    const before = await block(12_964_999);
    expect(before).not.toHaveProperty('baseFeePerGas');
    expect(before).not.toHaveProperty('burntFees');
    expect(await block(12_965_000)).toMatchObject({ baseFeePerGas: String(BASE_FEE) });
  });

  it('R-081, R-A023, R-A024, R-A025: states blob fields only since Cancun', async () => {
    const before = await block(19_426_586);
    for (const field of ['blobBaseFeeWei', 'blobGasUsed', 'excessBlobGas'])
      expect(before).not.toHaveProperty(field);
    expect(await block(19_426_587)).toMatchObject({
      blobBaseFeeWei: '3',
      blobGasUsed: '262144',
      excessBlobGas: '0',
    });
    expect(await block(25_000_003)).toMatchObject({ blobGasUsed: '0' });
  });

  it('R-082, R-085: burns the base fee of the gas used; the rest of the fees are tips', async () => {
    const record = await block(12_965_000);
    expect(BigInt(record.burntFees)).toBe(BASE_FEE * BigInt(record.gasUsed));
    expect(BigInt(record.totalTips)).toBe(BigInt(record.totalGasFees) - BigInt(record.burntFees));
    expect(await block(46_147)).toMatchObject({
      totalGasFees: '1050000000000000',
      totalTips: '1050000000000000',
    });
  });

  it('R-083, R-084, R-A027, R-A028: states neither fees nor tips where all transactions were free', async () => {
    const record = await block(12_964_999);
    expect(record.txCount).toBe(1);
    expect(record).not.toHaveProperty('totalGasFees');
    expect(record).not.toHaveProperty('totalTips');
  });

  it('R-086, R-088, R-070: has zero fees and zero logs if it is empty, and not absent ones', async () => {
    expect(await block(25_000_003)).toMatchObject({
      txCount: 0,
      totalGasFees: '0',
      totalTips: '0',
      burntFees: '0',
      logCount: 0,
      successfulTxCount: 0,
      failedTxCount: 0,
    });
  });

  it('R-087, R-318, R-A029, R-A030, R-A031, R-069: states the three counts together, or none if success is not known', async () => {
    expect(await block(46_147)).toMatchObject({ logCount: 0, successfulTxCount: 1, failedTxCount: 0 });
    const unknown = await block(46_148);
    for (const field of ['logCount', 'successfulTxCount', 'failedTxCount'])
      expect(unknown).not.toHaveProperty(field);
  });

  it('R-089: success and failure add up to the transactions', async () => {
    expect(await block(ISLAND)).toMatchObject({
      txCount: 7,
      successfulTxCount: 5,
      failedTxCount: 2,
      logCount: 3,
    });
  });

  it('R-090, R-091, R-A032: counts touched addresses except in the newest two blocks', async () => {
    expect(await block(HEAD - 2)).toMatchObject({ uniqueAddressCount: 7 });
    expect(await block(HEAD - 1)).not.toHaveProperty('uniqueAddressCount');
    expect(await block(HEAD)).not.toHaveProperty('uniqueAddressCount');
    expect(await block('latest')).not.toHaveProperty('uniqueAddressCount');
  });

  it('R-091: omits the touched addresses if there is no state diff', async () => {
    await service.pool.query('UPDATE block SET unique_address_count = NULL WHERE number = 12965000');
    expect(await block(12_965_000)).not.toHaveProperty('uniqueAddressCount');
  });

  it('R-092: sums the values of all transactions, failed ones included', async () => {
    const { json } = await service.get(`blocks/${ISLAND}/transactions`);
    const values: bigint[] = json.data.transactions.map(({ valueWei }: { valueWei: string }) =>
      BigInt(valueWei),
    );
    expect((await block(ISLAND)).totalValueWei).toBe(String(values.reduce((sum, value) => sum + value, 0n)));
  });

  it('R-093: has no withdrawals before Shanghai', async () => {
    expect(await block(46_147)).toMatchObject({ withdrawalCount: 0, totalWithdrawalGwei: '0' });
    expect(await block(ISLAND)).toMatchObject({ withdrawalCount: 16, totalWithdrawalGwei: '306281904' });
  });
});
