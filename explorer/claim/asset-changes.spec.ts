import { expect, it } from '@jest/globals';
import { assetChanges, type HeldAsset } from './asset-changes.js';

const asset = (token: string | undefined, balance: string, decimals = 6): HeldAsset => ({
  ...(token !== undefined && { token }),
  balance,
  decimals,
  valueUsd: Number(balance),
});
const unknown = async () => undefined;
const differences = async (...given: Parameters<typeof assetChanges>) =>
  (await assetChanges(...given)).map(({ token, difference }) => [token, difference]);

it('subtracts what was held before from what is held after, in whole numbers', async () => {
  const before = [asset(undefined, '9007199254740993'), asset('0xa', '7')];
  const after = [asset('0xa', '10'), asset(undefined, '9007199254740992')];
  expect(await differences(before, after, unknown)).toEqual([
    ['0xa', '3'],
    [undefined, '-1'],
  ]);
});

it('asks what a list leaves out, and does not take it for zero', async () => {
  const asked: string[] = [];
  const [sold, bought] = await assetChanges([asset('0xb', '7')], [asset('0xa', '5')], async (end, token) => {
    asked.push(`${token} ${end}`);
    return token === '0xa' ? '0' : undefined;
  }).then((all) => [all.find(({ token }) => token === '0xb'), all.find(({ token }) => token === '0xa')]);
  expect(asked.sort()).toEqual(['0xa before', '0xb after']);
  expect(bought).toMatchObject({ before: { balance: '0', valueUsd: 0 }, difference: '5' });
  expect(sold).toMatchObject({ after: undefined, difference: undefined });
});

it('has no difference where the unit changed', async () => {
  expect(await differences([asset('0xa', '1', 6)], [asset('0xa', '1', 18)], unknown)).toEqual([
    ['0xa', undefined],
  ]);
  expect(await differences([asset(undefined, '1')], [], async () => '0')).toEqual([[undefined, '-1']]);
});
