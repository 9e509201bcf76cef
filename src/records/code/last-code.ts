/**
 * The last code recorded for the address `$1`. A contract that was destroyed still shows it; an account whose delegation was cleared
 * shows none, and `cleared_in` is the block that cleared it.
 */
export const LAST_CODE = `
LEFT JOIN LATERAL (
  SELECT code.*, code_change.block_number,
         octet_length(code.code) = 23 AND substring(code.code FOR 3) = '\\xef0100' AS is_delegation
  FROM code_change JOIN code ON code.hash = code_change.code_hash
  WHERE code_change.address = $1
  ORDER BY code_change.block_number DESC, code_change.tx_index DESC
  LIMIT 1
) code ON true
LEFT JOIN LATERAL (
  SELECT CASE kind WHEN 'cleared' THEN block_number END AS cleared_in
  FROM code_change
  WHERE code.is_delegation AND address = $1
  ORDER BY block_number DESC, tx_index DESC
  LIMIT 1
) delegation ON true`;

/**
 * Every change of the address's code as JSON, oldest first. An address is a delegating account or a contract, never both: contracts are
 * created only where there is neither code nor nonce, and their addresses have no key. So delegations, which may be many, are not read. A
 * transaction with authorizations clears delegations only, because no older contract can be destroyed since they exist (EIP-6780).
 *
 * @param fields names and values of each change, as `json_build_object` takes them
 */
export const historyOf = (fields: string, joins = ''): string => `
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'blockNumber', step.block_number, 'txIndex', step.tx_index, 'kind', step.kind,
    'codeHash', '0x' || encode(step.code_hash, 'hex'), ${fields}
  ) ORDER BY step.block_number, step.tx_index) AS steps
  FROM code_change step ${joins}
  WHERE code.is_delegation IS NOT TRUE AND step.address = $1 AND NOT (step.kind = 'cleared' AND EXISTS (
    SELECT FROM transaction clearing
    WHERE clearing.block_number = step.block_number AND clearing.tx_index = step.tx_index AND clearing.authorization_count > 0
  ))
) history ON true`;

/** The lowest gap that could hide the code of an address of which none is recorded. `$2` is the chain's first block. */
export const FIRST_GAP = `
LEFT JOIN LATERAL (
  SELECT lower(missing) AS "fromBlock", upper(missing) - 1 AS "toBlock"
  FROM coverage, unnest(int8multirange(int8range($2::int8, greatest($2, head.number + 1))) - ranges) missing
  WHERE code.hash IS NULL AND family IN ('blocks', 'state_diff')
  ORDER BY 1
  LIMIT 1
) gap ON true`;
