import { expect, it } from '@jest/globals';
import { ReadPlaces } from './read-places.js';

it('a place that was once not below its root stays so', () => {
  const read = new ReadPlaces();
  read.add('block 1', true);
  read.add('block 1', false);
  read.add('block 1', true);
  read.add('slot 2', true);
  expect(read.unbound()).toEqual(['block 1']);
  expect(() => read.requireBound()).toThrow('block 1');
  expect([read.has('slot 2'), read.has('slot 3')]).toEqual([true, false]);
});
