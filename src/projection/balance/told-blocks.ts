/**
 * For `FROM`, after `asked (block)`: `told.since`, the first block from which on state diffs tell every change up to the block; no row where
 * the block has none.
 */
export const TOLD = `
CROSS JOIN LATERAL (
  SELECT lower(run) AS since FROM coverage, unnest(ranges) run WHERE family = 'state_diff' AND run @> asked.block
) told`;

/**
 * First block from which on what is stored of a contract counts: where its code went, its storage went with it, and no state diff lists that.
 * @param address SQL of the contract
 */
export const countsSince = (address: string): string => `
  greatest(told.since, (
    SELECT max(block_number) + 1 FROM code_change
    WHERE code_change.address = ${address} AND kind = 'cleared' AND block_number <= asked.block
  ))`;

/** Whether `covering`, a row of balance_layout, holds at `asked.block`. */
export const COVERS =
  'covering.from_block <= asked.block AND (covering.to_block IS NULL OR covering.to_block >= asked.block)';
