import { parseBytes } from '../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { JsonRpcEndpoint } from '../rpc/json-rpc-endpoint.js';
import { nodeName } from '../rpc/node-name.js';

/** A read of one account at the end of a block. */
export interface AccountRead {
  /** `0x` hex. */
  readonly address: Address;
  readonly block: number;
  /** 32 bytes each, `0x` hex. */
  readonly slots: readonly Hex[];
}

/** Trie nodes as a node gave them, root first. TRUST: none, they are not verified yet. */
export interface AccountProof {
  readonly proof: readonly Buffer[];
  readonly code: Buffer;
  /** By slot. */
  readonly slots: ReadonlyMap<string, readonly Buffer[]>;
}

interface RpcProof {
  readonly accountProof: readonly string[];
  readonly storageProof: readonly { readonly proof: readonly string[] }[];
}

/** Asks nodes in turn for account proofs, until one gives one. A proof can be verified without trust. */
export class AccountProofs {
  readonly #endpoints: readonly JsonRpcEndpoint[];

  constructor(urls: readonly string[]) {
    this.#endpoints = urls.map((url) => new JsonRpcEndpoint(url, nodeName(url)));
  }

  /** Undefined where no node gives a proof: most nodes keep the state of few blocks only. */
  async of(read: AccountRead): Promise<AccountProof | undefined> {
    for (const endpoint of this.#endpoints) {
      const found = await ask(endpoint, read).catch(() => undefined);
      if (found) return found;
    }
    return undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map((endpoint) => endpoint.close()));
  }
}

async function ask(
  endpoint: JsonRpcEndpoint,
  { address, block, slots }: AccountRead,
): Promise<AccountProof | undefined> {
  const at = `0x${block.toString(16)}`;
  const [proof, code] = await endpoint.batch([
    { method: 'eth_getProof', params: [address, slots, at] },
    { method: 'eth_getCode', params: [address, at] },
  ]);
  if (!proof || !code || 'error' in proof || 'error' in code) return undefined;
  const { accountProof, storageProof } = proof.result as RpcProof;
  return {
    proof: accountProof.map(nodeBytes),
    code: parseBytes(code.result, 'code'),
    slots: new Map(slots.map((slot, i) => [slot, storageProof[i]!.proof.map(nodeBytes)])),
  };
}

const nodeBytes = (node: string): Buffer => parseBytes(node, 'proof');
