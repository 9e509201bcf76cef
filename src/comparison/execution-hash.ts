import type { HashAt } from './compare-blocks.js';
import { NotAnswered, type OwnNode, recordOf } from './own-node.js';

/** Asks an execution node by JSON-RPC which block it has at a number. */
export function executionHash(node: OwnNode): HashAt {
  let chain: Promise<void> | undefined;
  return async ({ number }) => {
    chain ??= requireMainnet(node);
    await chain;
    const asked = `0x${number.toString(16)}`;
    const block = recordOf(await node.call('eth_getBlockByNumber', [asked, false]));
    if (block === undefined) throw new NotAnswered('it has no such block');
    if (block.number !== asked) throw new NotAnswered('it answered with another number');
    return block.hash;
  };
}

async function requireMainnet(node: OwnNode): Promise<void> {
  const chain = await node.call('eth_chainId', []);
  if (chain !== '0x1') throw new NotAnswered(`it serves chain ${String(chain).slice(0, 20)}, not mainnet`);
}
