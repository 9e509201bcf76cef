/** A block of a bundle, as the node of the user sees it. */
export interface ComparedBlock {
  readonly hash: string;
  readonly state: 'canonical' | 'other' | 'absent';
  readonly number?: number;
}

/** The answer of a JSON-RPC call. @throws Error naming what the node answered */
async function call(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<{ number: string; hash: string } | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    referrerPolicy: 'no-referrer',
    credentials: 'omit',
  });
  const body = await response.json();
  if (body.error) throw new Error(`The node refused ${method}: ${body.error.message}`);
  return body.result;
}

/** Asks a node whether each block is on its chain. */
export async function compareBlocks(
  url: string,
  hashes: readonly string[],
): Promise<readonly ComparedBlock[]> {
  const compared: ComparedBlock[] = [];
  for (const hash of hashes) {
    const found = await call(url, 'eth_getBlockByHash', [hash, false]);
    if (found === null) {
      compared.push({ hash, state: 'absent' });
      continue;
    }
    const canonical = await call(url, 'eth_getBlockByNumber', [found.number, false]);
    const state = canonical?.hash === hash ? 'canonical' : 'other';
    compared.push({ hash, state, number: Number(found.number) });
  }
  return compared;
}
