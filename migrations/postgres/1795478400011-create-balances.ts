import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What accounts hold, of ether and of tokens, as the state diffs left it. */
export class CreateBalances1795478400011 implements MigrationInterface {
  readonly name = 'CreateBalances1795478400011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_state (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        -- After the block's last transaction; null while only the nonce changed, or the balance.
        wei          numeric,
        nonce        int8,
        PRIMARY KEY (block_number, address)
      )`);
    await runner.query('CREATE INDEX account_state_address ON account_state (address, block_number)');
    await runner.query(`
      -- What the protocol itself pays after the last transaction of a block: withdrawals and rewards.
      CREATE TABLE native_credit (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        wei          numeric NOT NULL,
        PRIMARY KEY (block_number, address)
      )`);
    await runner.query('CREATE INDEX native_credit_address ON native_credit (address, block_number)');

    // What transactions last left an account with, and what the protocol paid it from then on, at the end of a block. A column is null where
    // state diffs (for ether ommers, too) are missing since, and where nothing tells of it in a range that does not begin the chain with all
    // that is allocated.
    await runner.query(`
      CREATE FUNCTION account_at(account bytea, at_block int8, first_block int8)
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
          WHERE state.address = account AND state.wei IS NOT NULL AND state.block_number BETWEEN paying.since AND at_block
          ORDER BY state.block_number DESC LIMIT 1
        ) held ON true
        CROSS JOIN LATERAL (
          SELECT sum(credit.wei) AS wei, max(credit.block_number) AS last FROM native_credit credit
          WHERE credit.address = account AND credit.block_number BETWEEN coalesce(held.block_number, paying.since) AND at_block
        ) paid
        LEFT JOIN LATERAL (
          SELECT state.nonce FROM account_state state
          WHERE state.address = account AND state.nonce IS NOT NULL AND state.block_number BETWEEN told.since AND at_block
          ORDER BY state.block_number DESC LIMIT 1
        ) sent ON true
        CROSS JOIN LATERAL (
          SELECT EXISTS (SELECT FROM block WHERE number = first_block AND parent_hash = decode(repeat('00', 32), 'hex')) AS is_known
        ) genesis
      $$`);

    await runner.query(`
      -- What a slot of a mapping holds at the end of a block: written in it, or read there.
      CREATE TABLE storage_value (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        slot         bytea NOT NULL CHECK (length(slot) = 32),
        -- Without leading zeros: empty for zero.
        value        bytea NOT NULL,
        PRIMARY KEY (block_number, address, slot)
      )`);
    // The slot of a holder is the same number in every token of one layout: led by it, all of a holder's tokens are one walk.
    await runner.query('CREATE INDEX storage_value_slot ON storage_value (slot, address, block_number)');

    await runner.query(`
      -- The first few blocks of every cell of blocks in which a token was transferred, and who may hold it then.
      CREATE TABLE balance_probe (
        token        bytea NOT NULL,
        cell         int4 NOT NULL,
        block_number int8 NOT NULL,
        holders      bytea[] NOT NULL,
        -- Whether it is among those that are looked at.
        examined     bool NOT NULL,
        PRIMARY KEY (token, cell, block_number)
      )`);
    await runner.query('CREATE INDEX balance_probe_block ON balance_probe (block_number)');
    await runner.query(`
      -- Slots that are a holder's under a layout, to be compared with what balanceOf says.
      CREATE TABLE balance_check (
        token        bytea NOT NULL,
        block_number int8 NOT NULL,
        holder       bytea NOT NULL,
        -- BALANCE_LAYOUTS.
        layout       int2 NOT NULL,
        slot         bytea NOT NULL,
        -- The block wrote it, which is how a layout is found; others are compared so that chance does not stand.
        is_written   bool NOT NULL,
        PRIMARY KEY (token, block_number, holder, layout)
      )`);
    await runner.query('CREATE INDEX balance_check_block ON balance_check (block_number)');
    await runner.query(`
      -- Blocks in which a contract got other code, or another one to run.
      CREATE TABLE contract_recoding (
        address      bytea NOT NULL,
        block_number int8 NOT NULL,
        PRIMARY KEY (address, block_number)
      )`);
    await runner.query('CREATE INDEX contract_recoding_block ON contract_recoding (block_number)');
    await runner.query(`
      -- What a token's balanceOf said at the end of a block.
      CREATE TABLE balance_read (
        token        bytea NOT NULL,
        holder       bytea NOT NULL,
        block_number int8 NOT NULL,
        -- Null when it said nothing.
        value        bytea,
        PRIMARY KEY (token, holder, block_number)
      )`);
    await runner.query('CREATE INDEX balance_read_block ON balance_read (block_number)');
    await runner.query(`
      -- Where a token keeps its balances, and in which blocks balanceOf agreed with it.
      CREATE TABLE balance_layout (
        token      bytea NOT NULL,
        layout     int2 NOT NULL,
        from_block int8 NOT NULL,
        -- Last block for which it is known to have held; null while nothing disagreed.
        to_block   int8,
        PRIMARY KEY (token, from_block)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION account_at');
    await runner.query(
      'DROP TABLE account_state, native_credit, storage_value, balance_probe, balance_check, contract_recoding, balance_read, balance_layout',
    );
  }
}
