/**
 * For `FROM`, after `asked (block)`: `known.since`, the first block from which on state diffs give every change up to the block, and
 * `known.run`, all blocks around it that have state diffs; no row where the block has none.
 */
export const KNOWN_RUN = `
CROSS JOIN LATERAL (
  SELECT run, lower(run) AS since FROM coverage, unnest(ranges) run WHERE family = 'state_diff' AND run @> asked.block
) known`;

/**
 * First block from which the stored slots of a contract count. A destruction clears its slots, and no state diff lists that.
 * @param address SQL of the contract
 */
export const countsSince = (address: string): string => `
  greatest(known.since, (
    SELECT max(block_number) + 1 FROM code_change
    WHERE code_change.address = ${address} AND kind = 'cleared' AND block_number <= asked.block
  ))`;

/**
 * Whether `covering`, a row of balance_layout, applies at `asked.block`. The contract may have changed in a gap, so a balance must have
 * agreed within `known.run`.
 */
export const COVERS = `
  covering.from_block <= asked.block AND (covering.to_block IS NULL OR covering.to_block >= asked.block)
  AND (covering.from_block >= known.since OR EXISTS (
    SELECT FROM balance_check agreed
    JOIN balance_read USING (token, block_number, holder)
    JOIN storage_value word ON word.block_number = agreed.block_number AND word.address = agreed.token AND word.slot = agreed.slot
    WHERE agreed.token = covering.token AND agreed.layout = covering.layout AND known.run @> agreed.block_number
      AND agreed.block_number <= coalesce(covering.to_block, agreed.block_number)
      AND word.value = balance_read.value AND word.value <> ''
  ))`;

/** Whether the contract still has the code for which `covering` was found: a layout does not apply to a successor. */
export const IS_CURRENT = `
  covering.from_block > coalesce((
    SELECT max(block_number) FROM code_change
    WHERE code_change.address = covering.token AND kind = 'cleared' AND block_number <= asked.block
  ), -1)`;
