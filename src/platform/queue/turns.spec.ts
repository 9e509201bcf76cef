import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('lets so many work, makes others wait in order, and sends away the rest', async () => {
    const turns = new Turns(1, 2);
    const end = await turns.take()!;
    const order: string[] = [];
    const second = turns.take()!.then((done) => {
      order.push('second');
      done();
    });
    const third = turns.take()!.then((done) => {
      order.push('third');
      done();
    });
    expect(turns.take()).toBeUndefined();
    end();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
    (await turns.take()!)();
  });
});
