import { expect, it } from '@jest/globals';
import { UndoLog } from './undo-log.js';

it('undoes what was written since a checkpoint, newest first', () => {
  const log = new UndoLog();
  const map = new Map([['a', 1]]);
  log.checkpoint();
  log.set(map, 'a', 2);
  log.checkpoint();
  log.set(map, 'a', 3);
  log.set(map, 'b', 1);
  log.revert();
  expect([...map]).toEqual([['a', 2]]);
  log.revert();
  expect([...map]).toEqual([['a', 1]]);
});

it('keeps for the outer checkpoint what an inner one commits', () => {
  const log = new UndoLog();
  const map = new Map<string, number>();
  log.checkpoint();
  log.checkpoint();
  log.set(map, 'a', 1);
  log.commit();
  expect(map.get('a')).toBe(1);
  log.revert();
  expect(map.size).toBe(0);
});
