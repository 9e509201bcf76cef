/** The node cannot be talked to: no connection, time-out, HTTP error or an answer that is not JSON-RPC. Worth a retry elsewhere. */
export class NodeUnreachable extends Error {
  override readonly name = 'NodeUnreachable';
  constructor(
    readonly node: string,
    readonly why: string,
  ) {
    super(`${node}: ${why}`);
  }
}

/** The node refused one call. `code` is the JSON-RPC error code; -32601 says that it does not know the method. */
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

  /** Whether the node says that it no longer holds the state or history that the call would need. */
  get pruned(): boolean {
    return /pruned|missing trie node|historical state|state (is )?not available|required historical|BlockOutOfRange/i.test(
      this.why,
    );
  }

  /** Whether the node says it does not offer the method at all, as against failing this time. */
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

/** The node answered, but with something that is not the shape asked for. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer';
}
