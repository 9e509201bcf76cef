import { expect, it } from '@jest/globals';
import { toRlp } from 'viem';
import type { Frame, Transaction } from '../record/block.js';
import { fromHex, toHex } from './hex.js';
import { listedChanges } from './listed-changes.js';

const account = (at: number): Buffer => Buffer.alloc(20, at + 1);
const ACCOUNTS = 40;

it('looks at each frame once, however many nonces rise', () => {
  let looks = 0;
  const frames = Array.from({ length: 50 }, (_, at) => ({
    from: account(at),
    get type() {
      looks += 1;
      return at === 0 ? 'CREATE' : 'CALL';
    },
  })) as unknown as readonly Frame[];
  const authorizationList = [0, 1].map((at) => ({
    ...{ chainId: 1n, address: account(90), nonce: 4n, authority: account(at) },
  }));
  const transaction = { from: account(99), nonce: 0, authorizationList } as unknown as Transaction;
  const list = Array.from({ length: ACCOUNTS }, (_, at) => [
    ...[toHex(account(at)), [], [], [], [['0x01', '0x05']] as never, []],
  ]);
  const { stateChanges } = listedChanges(fromHex(toRlp(list as never)), [transaction], [frames]);
  // The first creates a contract, so its nonce may have risen by that.
  expect(stateChanges[0]!.map(({ nonce }) => nonce?.before)).toEqual([
    ...[undefined, 4],
    ...Array.from({ length: ACCOUNTS - 2 }, () => undefined),
  ]);
  expect(looks).toBe(frames.length);
});
