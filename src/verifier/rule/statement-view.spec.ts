import { expect, it } from '@jest/globals';
import { StatementView } from './statement-view.js';

const address = `0x${'11'.repeat(20)}` as const;
const source = { kind: 'view', signature: 'getOwners()', returns: 'address[]' } as const;
const CALL = '0xa0e67e2b';
const owner = (byte: string) => `0x${byte.repeat(20)}`;
const holding = (data: string, value: string) => ({
  ...{ address, source, key: data + value.slice(2), value },
  ...{ start: 1, evidence: ['view'] },
});

it('elements of a call are those of its call data, and not of longer call data', () => {
  const holdings = [holding(CALL, owner('aa')), holding(CALL + '00'.repeat(32), owner('ff'))];
  const statement = { rangeStart: 1, holdings, formerly: [], claims: [], lapsed: [], answers: [] };
  const text = '{"kind":"view","returns":"address[]","signature":"getOwners()"}';
  const parts = { block: 1, proof: {}, proofs: {}, bindings: new Map(), sources: [{ source, text }] };
  const view = new StatementView(statement as never, parts as never);
  expect(view.factsByKey(address, 0, CALL).map(({ value }) => value)).toEqual([owner('aa')]);
  expect(view.factsByKey(address, 0)).toHaveLength(2);
});
