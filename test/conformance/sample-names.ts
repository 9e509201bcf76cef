import type { Data, ServiceClient } from './service-client.js';

/** Names on the demo chain, texts that its tokens declare, and texts that name nothing. */
const TEXTS = [
  'usdc',
  'us',
  'USD Coin',
  'wrapped',
  'eth',
  'token',
  'demo',
  'alice.eth',
  'kool',
  '<script>',
  'no such thing',
  '  uniswap  ',
  '\ufffd\ufffd',
];
const NOBODY = `0x${'5a'.repeat(20)}`;

/** Texts, the addresses that they resolve to, and several limits. */
export async function sampleNames(
  service: ServiceClient,
): Promise<{ resolveEntity: readonly Record<string, string | number>[] }> {
  const addresses = new Set([NOBODY, NOBODY.toUpperCase().replace('0X', '0x')]);
  for (const q of TEXTS) {
    const found = await service.data(`resolve?q=${encodeURIComponent(q)}`);
    for (const { address } of (found?.matches ?? []).slice(0, 3) as Data[]) addresses.add(address);
  }
  return {
    resolveEntity: [
      ...TEXTS.map((q) => ({ q })),
      ...[1, 2, 20].map((limit) => ({ q: 'to', limit })),
      ...[...addresses].map((q) => ({ q })),
    ],
  };
}
