import { RpcRefusal } from './rpc-server.js';

/** A node's answer about an address's state at the end of a block: the result, or a refusal thrown. */
export type StateAnswering = (method: string, address: string) => string;

const STATE_METHODS = ['eth_getCode', 'eth_getStorageAt', 'eth_call'];

/** The address that a call is about, if it is a question about state. */
export function addressRead(method: string, [asked]: readonly unknown[]): string | undefined {
  if (!STATE_METHODS.includes(method)) return undefined;
  return typeof asked === 'string' ? asked : (asked as { readonly to: string }).to;
}

/** Nothing is anywhere. */
export function nothingThere(method: string): string {
  if (method === 'eth_call') throw new RpcRefusal(3, 'execution reverted');
  return method === 'eth_getCode' ? '0x' : '0x0';
}

/** The node knows the block, and not its state. */
export function stateless(): string {
  throw new RpcRefusal(-32000, 'missing trie node');
}

/** The node has no answer just now. */
export function failing(): string {
  throw new RpcRefusal(-32603, 'internal error');
}
