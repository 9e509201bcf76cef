import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { listTitle } from './list-title.js';

const ids = readdirSync('definitions/bindings')
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.slice(0, -'.yaml'.length));

it.each(ids)('has words for the list %s', (id) => expect(listTitle(id)).not.toBe(id));

it('gives a list of which it does not know by its id', () =>
  expect(listTitle('of-tomorrow')).toBe('of-tomorrow'));
