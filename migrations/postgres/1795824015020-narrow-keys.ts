import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keys without what other columns of them imply: a log is in one transaction only, and tokens, proxies and objects of relations are found by hashes. Pointers of
 * proxies are stored without leading zeros.
 */
export class NarrowKeys1795824015020 implements MigrationInterface {
  readonly name = 'NarrowKeys1795824015020';

  async up(runner: QueryRunner): Promise<void> {
    await setKey(runner, 'transfer', 'block_number, log_index, batch_index');
    await dropKey(runner, 'token_activity');
    await create(runner, 'token_activity_block', 'token_activity (block_number)');
    await create(runner, 'token_activity_token', 'token_activity (hashbytea(token), block_number)');
    await dropKey(runner, 'slot_change');
    await create(runner, 'slot_change_address', 'slot_change (hashbyteaextended(address, 0), block_number)');
    await runner.query(
      'ALTER TABLE slot_change DROP CONSTRAINT slot_change_before_check, DROP CONSTRAINT slot_change_after_check',
    );
    await runner.query(
      `UPDATE slot_change SET before = ltrim(before, '\\x00'), after = ltrim(after, '\\x00')`,
    );
    await drop(runner, OBJECTS);
    await create(runner, OBJECTS, `proof_segment (hashbytea(object), start_block) WHERE object <> '\\x'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await drop(runner, OBJECTS);
    await create(
      runner,
      OBJECTS,
      `proof_segment (object, start_block, definition, subject) WHERE object <> '\\x'`,
    );
    for (const column of ['before', 'after']) {
      await runner.query(
        `UPDATE slot_change SET ${column} = decode(lpad(encode(${column}, 'hex'), 64, '0'), 'hex')`,
      );
      await runner.query(
        `ALTER TABLE slot_change ADD CONSTRAINT slot_change_${column}_check CHECK (length(${column}) = 32)`,
      );
    }
    await drop(runner, 'slot_change_address');
    await runner.query('ALTER TABLE slot_change ADD PRIMARY KEY (address, slot, block_number, tx_index)');
    await drop(runner, 'token_activity_token');
    await runner.query('DROP INDEX token_activity_block');
    await runner.query('ALTER TABLE token_activity ADD PRIMARY KEY (block_number, token)');
    await setKey(runner, 'transfer', 'block_number, tx_index, log_index, batch_index');
  }
}

const OBJECTS = 'proof_segment_by_object_start';

async function setKey(runner: QueryRunner, table: string, columns: string): Promise<void> {
  await dropKey(runner, table);
  await runner.query(`ALTER TABLE ${table} ADD PRIMARY KEY (${columns})`);
}

async function dropKey(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`);
}

/** An index that a fill dropped is not there. */
async function drop(runner: QueryRunner, name: string): Promise<void> {
  await runner.query(`DROP INDEX IF EXISTS ${name}`);
  await runner.query('DELETE FROM deferred_index WHERE name = $1', [name]);
}

async function create(runner: QueryRunner, name: string, on: string): Promise<void> {
  await runner.query(`CREATE INDEX ${name} ON ${on}`);
}
