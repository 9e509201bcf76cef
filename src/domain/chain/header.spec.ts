import { describe, expect, it } from '@jest/globals';
import { sourcedBlock } from '../../../test/builder/sourced-block.js';
import { headerFromRpc } from '../../node/rpc/header-from-rpc.js';
import { decodeHeader, encodeHeader, hashHeader } from './codec/header-rlp.js';
import { RlpReader } from './codec/rlp-reader.js';
import type { Header } from './record/block.js';

const { block } = await sourcedBlock();
const ofPrague = headerFromRpc(block, () => Buffer.alloc(256));
const ofAmsterdam: Header = {
  ...ofPrague,
  blockAccessListHash: Buffer.alloc(32, 0x66),
  slotNumber: 12_345_678,
};
const { requestsHash, ...ofCancun } = ofPrague;
const { blobGasUsed, excessBlobGas, parentBeaconBlockRoot, ...ofShanghai } = ofCancun;
const { withdrawalsRoot, ...ofLondon } = ofShanghai;
const { baseFeePerGas, ...ofGenesis } = ofLondon;

describe('a header', () => {
  it('has the hash that viem and @ethereumjs/rlp compute', () => {
    expect(hashHeader(ofPrague).toString('hex')).toBe(block.hash.slice(2));
  });

  it.each<[string, Header, number]>([
    ['genesis', ofGenesis, 15],
    ['London', ofLondon, 16],
    ['Shanghai', ofShanghai, 17],
    ['Cancun', ofCancun, 20],
    ['Prague', ofPrague, 21],
    ['Amsterdam', ofAmsterdam, 23],
  ])('of the form since %s goes to bytes and back', (_, header, fieldCount) => {
    const raw = encodeHeader(header);
    expect(decodeHeader(raw)).toEqual(header);
    expect(Object.keys(decodeHeader(raw))).toHaveLength(fieldCount);
    const fields = new RlpReader(raw).list('header');
    let count = 0;
    for (; !fields.atEnd; count++) fields.skip('field');
    expect(count).toBe(fieldCount);
  });

  it.each(['blockAccessListHash', 'balHash'])('since Amsterdam names its access list as %s', async (name) => {
    const fields = { [name]: `0x${'66'.repeat(32)}`, slotNumber: '0xbc614e' };
    const { block: amsterdam } = await sourcedBlock(fields);
    const header = headerFromRpc(amsterdam, () => Buffer.alloc(256));
    expect(header.blockAccessListHash).toEqual(ofAmsterdam.blockAccessListHash);
    expect(header.slotNumber).toBe(12_345_678);
    expect(hashHeader(header).toString('hex')).toBe(amsterdam.hash.slice(2));
  });

  it('is refused without a field of its fork', () => {
    expect(() => encodeHeader({ ...ofGenesis, requestsHash: requestsHash! })).toThrow(
      'lacks a field of its fork',
    );
    expect(() => encodeHeader({ ...ofShanghai, blobGasUsed: blobGasUsed! })).toThrow(
      'lacks a field of its fork',
    );
    expect(() =>
      encodeHeader({
        ...ofShanghai,
        excessBlobGas: excessBlobGas!,
        parentBeaconBlockRoot: parentBeaconBlockRoot!,
      }),
    ).toThrow('lacks a field of its fork');
    expect(() => encodeHeader({ ...ofPrague, slotNumber: 1 })).toThrow('lacks a field of its fork');
    expect(() => encodeHeader({ ...ofPrague, blockAccessListHash: Buffer.alloc(32) })).toThrow('lacks a');
    expect(() => encodeHeader({ ...ofGenesis, withdrawalsRoot: withdrawalsRoot! })).toThrow('lacks a field');
    expect(encodeHeader({ ...ofGenesis, baseFeePerGas: baseFeePerGas! })).toEqual(encodeHeader(ofLondon));
  });

  it('is refused with an unknown field', () => {
    const raw = encodeHeader(ofAmsterdam);
    const longer = Buffer.concat([raw, Buffer.from([1])]);
    longer.writeUInt16BE(longer.length - 3, 1);
    expect(() => decodeHeader(longer)).toThrow('header is longer than it should be');
  });
});
