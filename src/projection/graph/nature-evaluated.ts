/**
 * SQL condition: the nature of an address is evaluated at a block. Its family is covered there, no definition of it is undecided about the
 * address, and its code is known as far as they need it. Takes expressions for the address, the block, and the lowest block of the chain.
 */
export const natureIsEvaluated = (address: string, block: string, firstBlock: string): string => `
EXISTS (
  SELECT FROM served_definition definition
  WHERE family = 'address_nature' AND covered @> ${block} AND NOT EXISTS (
    SELECT FROM undecided_segment
    JOIN served_definition nature USING (definition_set, definition)
    WHERE subject = ${address} AND nature.family = definition.family AND nature.judged @> int8range(start_block, ${block}, '[]')
      AND (end_block IS NULL OR end_block >= ${block})
  ) AND NOT EXISTS (
    SELECT FROM served_definition nature
    WHERE nature.family = definition.family AND nature.records IN (SELECT records_of_unknown_code(${address}, ${block}, ${firstBlock}))
  )
)`;
