import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Code, proxy slots and token transfers, and the indexes that answers by address walk. Keys are led by the block, as in every
 * projection: rows arrive in key order and unwind by range.
 */
export class CreateChainRecords1795219200003 implements MigrationInterface {
  readonly name = 'CreateChainRecords1795219200003';

  async up(runner: QueryRunner): Promise<void> {
    // Frames say now whether they were undone: rows of before cannot be told, so the projection starts again.
    await runner.query('TRUNCATE frame');
    await runner.query("DELETE FROM checkpoint WHERE reader = 'frame'");
    // It or a frame above it failed: what it did was undone.
    await runner.query('ALTER TABLE frame ADD COLUMN reverted bool NOT NULL');

    await runner.query(`
      CREATE TABLE transfer (
        block_number int8 NOT NULL,
        tx_index     int4 NOT NULL,
        log_index    int4 NOT NULL,
        -- Place in a batch event, 0 elsewhere.
        batch_index  int4 NOT NULL,
        token        bytea NOT NULL,
        -- Which event of which standard moved it: TRANSFER_SHAPES.
        shape        int2 NOT NULL,
        -- Null on a mint.
        from_address bytea,
        -- Null on a burn.
        to_address   bytea,
        operator     bytea,
        token_id     numeric,
        value        numeric,
        PRIMARY KEY (block_number, tx_index, log_index, batch_index)
      )`);
    // Feeds of an address, either side; newest first is the same walk backwards.
    await runner.query(
      'CREATE INDEX transfer_from ON transfer (from_address, block_number, tx_index, log_index, batch_index)',
    );
    await runner.query(
      'CREATE INDEX transfer_to ON transfer (to_address, block_number, tx_index, log_index, batch_index)',
    );

    // Events that tell a token's standard, counted per block (what unwinding subtracts) and in all.
    for (const [table, key] of [
      [
        'token_activity',
        'block_number int8 NOT NULL, token bytea NOT NULL, PRIMARY KEY (block_number, token)',
      ],
      ['token', 'address bytea PRIMARY KEY'],
    ]) {
      await runner.query(`
        CREATE TABLE ${table} (
          ${key},
          erc20_transfers     int8 NOT NULL,
          erc721_transfers    int8 NOT NULL,
          erc1155_transfers   int8 NOT NULL,
          -- Transfers that index nothing: early ERC-20 and ERC-721 tokens alike.
          unindexed_transfers int8 NOT NULL,
          -- Sent, Minted, Burned.
          erc777_events       int8 NOT NULL,
          -- Deposit, Withdraw.
          erc4626_events      int8 NOT NULL
        )`);
    }

    await runner.query(`
      CREATE TABLE code (
        hash          bytea PRIMARY KEY,
        code          bytea NOT NULL,
        -- Hash of the opcodes without what differs between builds.
        fingerprint   bytea NOT NULL,
        -- Four bytes each, ascending.
        selectors     bytea NOT NULL,
        -- Where an EIP-1167 clone delegates to.
        clone_target  bytea,
        -- How the code finds what it delegates to: PROXY_PATTERNS.
        proxy_pattern text NOT NULL
      )`);
    await runner.query(`
      -- The code a transaction left an account with; of a delegation also where it was so before.
      CREATE TABLE code_change (
        block_number    int8 NOT NULL,
        tx_index        int4 NOT NULL,
        address         bytea NOT NULL,
        -- 'set', 'cleared', or 'transient': created and destroyed by the same transaction.
        kind            text NOT NULL,
        -- Null exactly when cleared.
        code_hash       bytea,
        -- The frame that created it; null without one (delegations) or without traces.
        creation_type   text,
        creation_path   bytea,
        deployer        bytea,
        PRIMARY KEY (block_number, tx_index, address)
      )`);
    await runner.query('CREATE INDEX code_change_address ON code_change (address, block_number, tx_index)');
    // Which code nobody holds any more once blocks are undone.
    await runner.query('CREATE INDEX code_change_code ON code_change (code_hash)');

    await runner.query(`
      CREATE TABLE slot_change (
        block_number int8 NOT NULL,
        tx_index     int4 NOT NULL,
        address      bytea NOT NULL,
        -- One of PROXY_SLOTS.
        slot         text NOT NULL,
        before       bytea NOT NULL CHECK (length(before) = 32),
        after        bytea NOT NULL CHECK (length(after) = 32),
        PRIMARY KEY (block_number, tx_index, address, slot)
      )`);
    await runner.query(
      'CREATE INDEX slot_change_address ON slot_change (address, slot, block_number, tx_index)',
    );

    await runner.query('CREATE INDEX transaction_from ON transaction (from_address, block_number, tx_index)');
    await runner.query('CREATE INDEX transaction_to ON transaction (to_address, block_number, tx_index)');
    await runner.query('CREATE INDEX log_address ON log (address, block_number, log_index)');
    // Internal transfers: inner frames that move value. A CALLCODE (type 1) leaves it where it is.
    for (const side of ['from', 'to']) {
      await runner.query(`
        CREATE INDEX frame_value_${side} ON frame (${side}_address, block_number, tx_index, path)
        WHERE value > 0 AND octet_length(path) > 2 AND type <> 1`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP INDEX transaction_from, transaction_to, log_address, frame_value_from, frame_value_to',
    );
    await runner.query('DROP TABLE slot_change, code_change, code, token, token_activity, transfer');
    await runner.query('ALTER TABLE frame DROP COLUMN reverted');
  }
}
