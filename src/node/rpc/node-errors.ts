/** No JSON-RPC answer: a connection error, a time-out or an HTTP error. Worth a try at another node. */
export class NodeUnreachable extends Error {
  override readonly name = 'NodeUnreachable';
  constructor(
    readonly node: string,
    readonly why: string,
  ) {
    super(`${node}: ${why}`);
  }
}

const PRUNED = new RegExp(
  [
    'pruned|due to pruning|with state pruning', // reth, erigon, parity
    'missing trie node|historical state|required historical|state (is )?not available|state histories', // geth
    'no state (available|found|data)|state (is )?unavailable', // nethermind, reth, besu
    'BlockOutOfRange', // anvil
    'archive data|archival', // providers
  ].join('|'),
  'i',
);

/** EIP-1474 has no code for a revert; all clients use geth's. */
const EXECUTION_REVERTED = 3;
const EXECUTION_FAILED = new RegExp(
  `^(${[
    'execution reverted|execution halted|VM execution error|reverted', // geth and all after it, besu, nethermind
    'out of gas|gas uint64 overflow|intrinsic gas too low|gas required exceeds',
    'invalid opcode|invalid jump destination|stack (under|over)flow|stack limit reached|write protection',
    'return data out of bounds|max call depth exceeded|max code size|max initcode size|contract address collision|nonce uint64 overflow',
    'contract creation code storage out of gas|insufficient balance for transfer|invalid code', // geth, erigon
    'EVM error|OpcodeNotFound|InvalidJump|StackUnderflow|StackOverflow|OutOfGas', // reth, anvil
    'BadInstruction|InvalidJumpDestination|StaticCallViolation|AccessViolation|PrecompileFailure', // nethermind
  ].join('|')})`,
  'i',
);

/** The node refused one call. `code` is the JSON-RPC error code; -32601 means an unknown method. */
export class JsonRpcError extends Error {
  override readonly name = 'JsonRpcError';
  constructor(
    readonly node: string,
    readonly method: string,
    readonly code: number,
    readonly why: string,
  ) {
    super(`${node}: ${method}: ${why.slice(0, 200)} (${code})`);
  }

  /** Whether the node no longer has the state or history that the call needs. */
  get pruned(): boolean {
    return PRUNED.test(this.why);
  }

  /**
   * Whether the EVM ran and failed: it reverted, used up its gas or met an invalid instruction. That is the contract's answer, not a
   * failure of the node.
   */
  get executionFailed(): boolean {
    return this.code === EXECUTION_REVERTED || EXECUTION_FAILED.test(this.why);
  }

  /** Whether the node does not offer the method at all. */
  get unsupported(): boolean {
    return (
      this.code === -32601 ||
      /method .*(not found|does not exist|not supported|not available|disabled|not whitelisted)/i.test(
        this.why,
      ) ||
      /(unsupported|unknown) method/i.test(this.why)
    );
  }

  /** Whether the answer to the whole batch was too much for the node: the call may pass alone. */
  get tooLarge(): boolean {
    return /too large|batch.*(limit|size)|response size/i.test(this.why);
  }
}

/** The node answered, but not in the expected shape. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer';
}

/** The code of a system error, the name of any other error; never a message, which could contain the URL. */
export function causeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  if (name === 'TimeoutError') return 'no answer in time';
  return typeof code === 'string' ? code : String(name ?? 'no answer');
}
