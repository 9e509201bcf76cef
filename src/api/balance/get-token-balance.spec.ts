import { expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { StateReads } from '../../domain/event/state-reads.js';
import type { TokenBalance, TokenBalanceReader } from '../../projection/balance/token-balance.reader.js';
import type { DeclaredTokensReader } from '../../projection/token/declared-tokens.reader.js';
import { CallTooLate, type ViewCallReader } from '../../state/call/view-call.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { GetTokenBalanceHandler, GetTokenBalanceQuery } from './get-token-balance.query.js';

const TOKEN = `0x${'70'.repeat(20)}` as Address;
const HOLDER = `0x${'40'.repeat(20)}` as Address;
const connection = { on() {}, removeListener() {}, async query() {}, release() {} };
const WHY = 'slot 0x1 of the token is not known (not_written_in_range)';

/**
 * The served balance where a layout shows 5.
 * @param said the balance over state that a node gives; undefined if none answers in time
 */
async function served(missing: string | undefined, said: number | undefined): Promise<string> {
  const found: TokenBalance = {
    ...{
      headBlock: 9,
      block: 9,
      isCovered: true,
      recorded: '5',
      isWhole: false,
    },
    ...{ request: 'request', callData: '0x70a08231', ...(missing && { missing }) },
  };
  const call = async () => {
    if (said === undefined) throw new CallTooLate();
    const output = fromHex(`0x${said.toString(16).padStart(64, '0')}`);
    return { result: { outcome: 'returned', output, codes: [TOKEN] } };
  };
  const handler = new GetTokenBalanceHandler(
    { connect: async () => connection } as unknown as Pool,
    { balance: async () => found } as unknown as TokenBalanceReader,
    new ChainBounds(0, 'demo'),
    {} as StateReads,
    { call } as unknown as ViewCallReader,
    { declared: async () => new Map() } as unknown as DeclaredTokensReader,
  );
  const query = Object.assign(new GetTokenBalanceQuery(), { address: HOLDER, token: TOKEN, block: 9 });
  return (await handler.execute(query)).data.balance;
}

it.each([
  ['of the code over what a node says, where state is missing', WHY, 7, '7'],
  ['of the layout, where no node says it', WHY, undefined, '5'],
  ['that was executed', undefined, 7, '5'],
])('the balance is that %s', async (_, missing, said, balance) => {
  expect(await served(missing, said)).toBe(balance);
});
