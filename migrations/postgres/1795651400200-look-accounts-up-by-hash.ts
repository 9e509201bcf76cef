import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The state of an account is found by the hash of its address and the block, in half the bytes. */
export class LookAccountsUpByHash1795651400200 implements MigrationInterface {
  readonly name = 'LookAccountsUpByHash1795651400200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_state DROP CONSTRAINT account_state_pkey');
    await runner.query(
      'CREATE INDEX account_state_lookup ON account_state (hashbyteaextended(address, 0), block_number)',
    );
    for (const statement of functions(
      (column) => `hashbyteaextended(${column}, 0) = hashbyteaextended(account, 0) AND ${column} = account`,
    ))
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of functions((column) => `${column} = account`)) await runner.query(statement);
    await runner.query('DROP INDEX account_state_lookup');
    await runner.query('ALTER TABLE account_state ADD PRIMARY KEY (address, block_number)');
  }
}

/** As they were, with another comparison of addresses. */
const functions = (isOf: (column: string) => string): string[] => [
  `CREATE OR REPLACE FUNCTION is_wei_told(account bytea, from_block int8, at_block int8)
   RETURNS boolean LANGUAGE sql STABLE AS $$
     SELECT EXISTS (
       SELECT FROM account_state
       WHERE ${isOf('address')} AND wei IS NOT NULL AND block_number BETWEEN from_block AND at_block
     )
   $$`,
  `CREATE OR REPLACE FUNCTION account_told_at(account bytea, at_block int8, first_block int8)
   RETURNS TABLE (wei numeric, wei_since int8, nonce int8) LANGUAGE sql STABLE AS $$
     SELECT CASE WHEN paying.since IS NOT NULL AND (held.wei IS NOT NULL OR paying.since = first_block AND genesis.is_known)
              THEN coalesce(held.wei, 0) + coalesce(paid.wei, 0) END,
            greatest(held.block_number, paid.last, paying.since),
            coalesce(sent.nonce, CASE WHEN told.since = first_block AND genesis.is_known THEN 0 END)
     FROM (
       SELECT max(lower(run)) FILTER (WHERE family = 'state_diff') AS since, max(lower(run)) AS paid_since, count(*) AS families
       FROM coverage, unnest(ranges) run WHERE family IN ('state_diff', 'ommers') AND run @> at_block
     ) told
     CROSS JOIN LATERAL (SELECT CASE WHEN families = 2 THEN paid_since END AS since) paying
     LEFT JOIN LATERAL (
       SELECT state.wei, state.block_number FROM account_state state
       WHERE ${isOf('state.address')} AND state.wei IS NOT NULL AND state.block_number BETWEEN paying.since AND at_block
       ORDER BY state.block_number DESC LIMIT 1
     ) held ON true
     CROSS JOIN LATERAL (
       SELECT sum(credit.wei) AS wei, max(credit.block_number) AS last FROM native_credit credit
       WHERE credit.address = account AND credit.block_number BETWEEN coalesce(held.block_number, paying.since) AND at_block
     ) paid
     LEFT JOIN LATERAL (
       SELECT state.nonce FROM account_state state
       WHERE ${isOf('state.address')} AND state.nonce IS NOT NULL AND state.block_number BETWEEN told.since AND at_block
       ORDER BY state.block_number DESC LIMIT 1
     ) sent ON true
     CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM block WHERE number = first_block AND parent_hash = decode(repeat('00', 32), 'hex')) AS is_known
     ) genesis
   $$`,
];
