import type { Hex } from 'viem';
import type { RpcClient } from './rpc-client.js';

interface Pool {
  readonly pending: Readonly<Record<string, Readonly<Record<string, { readonly hash: Hex }>>>>;
}

/** Hashes of the transactions that wait for a block. */
export async function waitingIn(rpc: RpcClient): Promise<Hex[]> {
  const { pending } = await rpc.call<Pool>('txpool_content');
  return Object.values(pending).flatMap((ofSender) => Object.values(ofSender).map(({ hash }) => hash));
}
