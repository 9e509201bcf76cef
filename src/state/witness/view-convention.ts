/** What executes the calls of witnesses. */
export const ENGINE = '@ethereumjs/evm@10.1.3';
/** Engines whose witnesses this release verifies: their results are the same. */
export const ENGINES: ReadonlySet<string> = new Set([ENGINE]);

/**
 * How view calls are made: zero caller and origin, no value, gas price zero, 10,000,000 gas, at the end of the block with its own number,
 * time and fields, within the counts of `limits.ts`. Another way of calling gets another name.
 */
export const CONVENTION = 'view-1';

/** What executes transactions for their frames. */
export const TRANSACTION_ENGINE = '@ethereumjs/vm@10.1.3';
/** Engines whose executions this release verifies: their results are the same. */
export const TRANSACTION_ENGINES: ReadonlySet<string> = new Set([TRANSACTION_ENGINE]);
