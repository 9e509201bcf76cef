/** Internal transfers, as their indexes have them. */
const INTERNAL = 'value > 0 AND octet_length(path) > 2 AND type <> 1';

/** Everything that is indexed by address, what happens to most addresses first. */
const MENTIONS = [
  'fact WHERE subject = $1',
  'transaction WHERE to_address = $1',
  'transaction WHERE from_address = $1',
  'transfer WHERE to_address = $1',
  'transfer WHERE from_address = $1',
  `frame WHERE to_address = $1 AND ${INTERNAL}`,
  `frame WHERE from_address = $1 AND ${INTERNAL}`,
  'code_change WHERE address = $1',
  "proof_segment WHERE object = $1 AND object <> ''",
  'served_definition JOIN proof_segment USING (definition_set, definition) WHERE subject = $1',
];

/** Whether anything is recorded of the address `$1`: one step into an index after the other, until one has it. */
export const IS_KNOWN = `(${MENTIONS.map((mention) => `EXISTS (SELECT FROM ${mention})`).join('\n    OR ')})`;
