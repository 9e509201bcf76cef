import type { Data, ServiceClient } from './service-client.js';

type Sample = Record<string, string | number>;

const UNUSED = `0x${'5a'.repeat(20)}`;
/** Most tokens to ask about. */
const ASKED = 40;

/** A balance of each kind: held, zero, at a block, of an unused address, and of a token that is not covered. */
export async function sampleBalances(
  service: ServiceClient,
  blocks: readonly Data[],
): Promise<Record<string, readonly Sample[]>> {
  const samples = new Map<string, Sample>();
  const pairs = new Map<
    string,
    { readonly token: string; readonly address: string; readonly block: number }
  >();
  for (const { number, txCount } of blocks) {
    if (txCount === 0) continue;
    const listed = (await service.data(`blocks/${number}/transactions?limit=100`))?.transactions ?? [];
    for (const { from } of listed) {
      const { transfers } = (await service.data(`addresses/${from}/token-transfers?limit=20`)) ?? {
        transfers: [],
      };
      for (const { token, blockNumber } of transfers)
        if (pairs.size < ASKED)
          pairs.set(token.address, { token: token.address, address: from, block: blockNumber });
    }
  }
  for (const { token, address, block } of pairs.values()) {
    const held = await service.data(`addresses/${address}/balances/${token}`);
    if (!held) samples.set('uncovered', { address, token, $status: 422 });
    else {
      samples.set(held.balance === '0' ? 'zero' : 'held', { address, token });
      samples.set('at a block', { address, token, block });
      samples.set('of nobody', { address: UNUSED, token });
      samples.set('of nobody at a block', { address: UNUSED, token, block });
      samples.set(`symbol ${held.symbol !== undefined}`, { address, token });
    }
  }
  return { getTokenBalance: [...samples.values()] };
}
