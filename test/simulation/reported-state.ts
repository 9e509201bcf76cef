import { RpcRefusal } from './rpc-server.js';

/** Answers a call about the state of an address at the end of a block. @throws RpcRefusal to refuse it */
export type StateAnswering = (method: string, address: string) => string;

const STATE_METHODS = ['eth_getCode', 'eth_getStorageAt', 'eth_call'];

/** The address that a call reads; undefined if the call reads no state. */
export function addressRead(method: string, [asked]: readonly unknown[]): string | undefined {
  if (!STATE_METHODS.includes(method)) return undefined;
  return typeof asked === 'string' ? asked : (asked as { readonly to: string }).to;
}

/** Answers as if no account had code or storage. */
export function nothingThere(method: string): string {
  if (method === 'eth_call') throw new RpcRefusal(3, 'execution reverted');
  return method === 'eth_getCode' ? '0x' : '0x0';
}

/** Refuses as a node that has the block and not its state. */
export function stateless(): string {
  throw new RpcRefusal(-32000, 'missing trie node');
}

/** Fails as a node with an internal error. */
export function failing(): string {
  throw new RpcRefusal(-32603, 'internal error');
}
