import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of the frames only those that move value are read as rows; the others stay in the events. */
export class KeepInternalTransfers1795651202020 implements MigrationInterface {
  readonly name = 'KeepInternalTransfers1795651202020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW interaction');
    await runner.query('DROP VIEW internal_transfer');
    await runner.query(`
      CREATE TABLE internal_transfer (
        block_number int8 NOT NULL,
        tx_index     int4 NOT NULL,
        -- Number of earlier frames of the transaction, with those that move nothing.
        ordinal      int4 NOT NULL,
        -- FRAME_TYPES.
        type         int2 NOT NULL,
        -- It or a frame above it failed: what it did was undone.
        reverted     bool NOT NULL,
        from_address bytea NOT NULL,
        -- Null for a creation that failed before it had an address.
        to_address   bytea,
        value        numeric NOT NULL,
        -- Two bytes per level.
        path         bytea NOT NULL
      )`);
    await runner.query(`
      INSERT INTO internal_transfer
      SELECT block_number, tx_index, ordinal, type, reverted, from_address, to_address, value, path
      FROM (
        SELECT *, row_number() OVER (PARTITION BY block_number, tx_index ORDER BY path) - 1 AS ordinal FROM frame
      ) entered
      WHERE value > 0 AND octet_length(path) > 2 AND type <> 1
      ORDER BY block_number, tx_index, ordinal`);
    await runner.query('DROP TABLE frame');
    await runner.query('ALTER TABLE internal_transfer ADD PRIMARY KEY (block_number, tx_index, ordinal)');
    for (const side of ['from', 'to'])
      await runner.query(
        `CREATE INDEX internal_transfer_${side} ON internal_transfer (${side}_address, block_number, tx_index, ordinal)`,
      );
    await runner.query("DELETE FROM deferred_index WHERE name LIKE 'frame\\_%'");
    await runner.query("UPDATE checkpoint SET reader = 'internal_transfer' WHERE reader = 'frame'");
    await runner.query(INTERACTION);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW interaction');
    await runner.query("DELETE FROM deferred_index WHERE name LIKE 'internal\\_transfer\\_%'");
    await runner.query('DROP TABLE internal_transfer');
    await runner.query(FRAME);
    for (const side of ['from', 'to'])
      await runner.query(`
        CREATE INDEX frame_value_${side} ON frame (${side}_address, block_number, tx_index, path)
        WHERE value > 0 AND octet_length(path) > 2 AND type <> 1`);
    await runner.query(`
      CREATE VIEW internal_transfer AS
      SELECT block_number, tx_index, path, type, from_address, to_address, value, gas, gas_used, selector, input_size, error, output,
             output_size, reverted
      FROM frame WHERE value > 0 AND octet_length(path) > 2 AND type <> 1`);
    await runner.query(INTERACTION);
    // The projection of frames starts again.
    await runner.query("DELETE FROM checkpoint WHERE reader = 'internal_transfer'");
  }
}

/** As it was, over the table in place of the view. */
const INTERACTION = `
CREATE VIEW interaction AS
SELECT block_number, tx_index, from_address, to_address, status = 1 AS succeeded, 1 AS flags
FROM transaction WHERE from_address <> to_address
UNION ALL
SELECT block_number, tx_index, from_address, to_address, NOT reverted, 2 FROM internal_transfer WHERE from_address <> to_address
UNION ALL
SELECT block_number, tx_index, from_address, to_address, true, (ARRAY[12, 20, 20, 20, 12, 36])[shape + 1]
FROM transfer WHERE from_address <> to_address`;

const FRAME = `
CREATE TABLE frame (
  block_number int8 NOT NULL,
  tx_index     int4 NOT NULL,
  path         bytea NOT NULL,
  type         int2 NOT NULL,
  from_address bytea NOT NULL,
  to_address   bytea,
  value        numeric NOT NULL,
  gas          int8 NOT NULL,
  gas_used     int8 NOT NULL,
  selector     bytea,
  input_size   int4 NOT NULL,
  error        text,
  output       bytea,
  output_size  int4 NOT NULL,
  reverted     bool NOT NULL,
  PRIMARY KEY (block_number, tx_index, path)
)`;
