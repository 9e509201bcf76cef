import { expect, it } from '@jest/globals';
import { type CodeChangeKind, lifetimesOf } from './code-lifetime.js';

/** `10 set` is a change at block 10. */
const changes = (...texts: string[]) =>
  texts.map((text) => {
    const [block, kind] = text.split(' ') as [string, CodeChangeKind];
    return { block, kind };
  });

it.each<[string, string[], boolean | undefined, string[]]>([
  ['nothing', [], false, []],
  ['a contract from before', [], true, ['..']],
  ['an unknown beginning', [], undefined, ['..']],
  ['a contract', ['10 set'], false, ['10..']],
  ['a contract that no other preceded', ['10 set'], undefined, ['10..']],
  ['a destroyed contract', ['10 set', '20 cleared'], false, ['10..20']],
  ['a destroyed contract from before', ['20 cleared'], true, ['..20']],
  ['the end of a contract that is not known', ['20 cleared'], false, []],
  ['a contract created anew', ['10 set', '20 cleared', '30 set'], false, ['10..20', '30..']],
  ['a contract of one transaction', ['10 transient'], undefined, ['10..10']],
  ['a contract after one of one transaction', ['10 transient', '11 set'], false, ['10..10', '11..']],
  ['two contracts, the end of the first in missing blocks', ['10 set', '30 set'], false, ['10..', '30..']],
])('lifetimes: %s', (_, texts, isInitial, expected) => {
  const found = lifetimesOf(changes(...texts), isInitial);
  expect(found.map(({ begin, end }) => `${begin?.block ?? ''}..${end?.block ?? ''}`)).toEqual(expected);
});
