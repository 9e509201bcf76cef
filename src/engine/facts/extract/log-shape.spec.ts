import { expect, it } from '@jest/globals';
import { address, addressHex } from '../../../../test/builder/described-block.js';
import { batch, eventLog, word } from '../../../../test/builder/token-log.js';
import type { LogShape } from '../../../definition/model/fact-source.js';
import { toHex } from '../../../domain/chain/codec/hex.js';
import { shapeMatcher } from './log-shape.js';

type Words = readonly (Buffer | bigint | number)[];

const A = address(0xaa);
const DIRTY = Buffer.concat([Buffer.alloc(11), Buffer.of(1), A]);

it.each<[string, Partial<LogShape>, Words, Words, boolean]>([
  ['as many topics', { topics: 2 }, [1], [], true],
  ['a topic more', { topics: 2 }, [1, 2], [], false],
  ['a topic less', { topics: 2 }, [], [], false],
  ['any data', {}, [], [1, 2, 3], true],
  ['as many bytes', { dataLength: 32 }, [], [1], true],
  ['more bytes', { dataLength: 32 }, [], [1, 2], false],
  ['no data', { dataLength: 0 }, [], [], true],
  ['equal arrays', { decodes: 'equal_arrays' }, [], batch([1, 2], [3, 4]), true],
  ['empty arrays', { decodes: 'equal_arrays' }, [], batch([], []), true],
  ['unequal arrays', { decodes: 'equal_arrays' }, [], batch([1, 2], [3]), false],
  ['arrays and more', { decodes: 'equal_arrays' }, [], [...batch([1], [2]), 0], false],
  ['a text', { decodes: 'text' }, [], [32, 0], true],
  ['no text', { decodes: 'text' }, [], [64, 0], false],
  ['a zero word', { where: { word0: 'zero' } }, [], [0], true],
  ['a word that is not zero', { where: { word0: 'zero' } }, [], [256], false],
  ['no word to be zero', { where: { word0: 'zero' } }, [], [], false],
  ['a nonzero word', { where: { word0: 'nonzero' } }, [], [256], true],
  ['a zero that should be none', { where: { word0: 'nonzero' } }, [], [0], false],
  ['no word to be nonzero', { where: { word0: 'nonzero' } }, [], [], false],
  ['a zero address', { topics: 2, where: { 'topic1.address': 'zero' } }, [0], [], true],
  ['a nonzero address', { topics: 2, where: { 'topic1.address': 'nonzero' } }, [A], [], true],
  [
    'a dirty address, which is none',
    { topics: 2, where: { 'topic1.address': 'nonzero' } },
    [DIRTY],
    [],
    false,
  ],
  ['a word that is an address', { topics: 2, where: { topic1: 'address' } }, [A], [], true],
  ['a dirty word', { topics: 2, where: { topic1: 'address' } }, [DIRTY], [], false],
  ['what is picked as an address', { topics: 2, where: { 'topic1.address': 'address' } }, [A], [], true],
  ['a dirty word picked so', { topics: 2, where: { 'topic1.address': 'address' } }, [DIRTY], [], false],
  ['the word named', { where: { word0: toHex(word(7)) } }, [], [7], true],
  ['another word than named', { where: { word0: toHex(word(7)) } }, [], [8], false],
  ['the address named', { where: { 'word0.address': addressHex(0xaa) } }, [], [A], true],
  ['one of two conditions', { where: { word0: 'zero', word1: 'zero' } }, [], [0, 1], false],
])('a log with %s', (_, shape, indexed, data, fits) => {
  const log = eventLog(A, 'Told()', indexed, data);
  expect(shapeMatcher({ topic0: '', topics: 1, ...shape })(log)).toBe(fits);
});
