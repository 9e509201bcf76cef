import { describe, expect, it } from '@jest/globals';
import { toHex } from '../../domain/chain/codec/hex.js';
import { keccak256 } from '../../domain/crypto/keccak.js';
import { storedTopic, topicOfStored } from './known-events.js';

describe('the first topic of a log', () => {
  it.each([
    ['Transfer(address,address,uint256)', '00'],
    ['Approval(address,address,uint256)', '01'],
    ['PoolCreated(address,address,uint24,int24,address)', '2b'],
  ])('is one byte for a known event, always the same: %s', (signature, byte) => {
    const topic = keccak256(Buffer.from(signature));
    expect(storedTopic(topic).toString('hex')).toBe(byte);
    expect(topicOfStored(`0x${byte}`)).toBe(toHex(topic));
  });

  it.each([keccak256(Buffer.from('Unknown()')), Buffer.alloc(32), Buffer.alloc(32, 1)])(
    'is stored as it is for any other event',
    (topic) => {
      expect(storedTopic(topic)).toEqual(topic);
      expect(topicOfStored(toHex(topic))).toBe(toHex(topic));
    },
  );
});
