import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Holders by balance and changes of code are found by a hash of the token. What a token did not do in a block is null. */
export class NarrowTokenLookups1795824019230 implements MigrationInterface {
  readonly name = 'NarrowTokenLookups1795824019230';

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, hashed } of INDEXES) await replace(runner, name, hashed);
    await runner.query('ALTER TABLE contract_code_change DROP CONSTRAINT contract_code_change_pkey');
    await runner.query(
      'CREATE INDEX contract_code_change_lookup ON contract_code_change (hashbytea(address), block_number)',
    );
    await runner.query('ALTER TABLE contract_code_change ALTER COLUMN block_number TYPE int4');
    for (const column of COUNTS)
      await runner.query(`ALTER TABLE token_activity ALTER COLUMN ${column} DROP NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const zeros = COUNTS.map((column) => `${column} = coalesce(${column}, 0)`);
    await runner.query(`UPDATE token_activity SET ${zeros.join(', ')}`);
    for (const column of COUNTS)
      await runner.query(`ALTER TABLE token_activity ALTER COLUMN ${column} SET NOT NULL`);
    await runner.query('ALTER TABLE contract_code_change ALTER COLUMN block_number TYPE int8');
    await runner.query('DROP INDEX contract_code_change_lookup');
    await runner.query('ALTER TABLE contract_code_change ADD PRIMARY KEY (address, block_number)');
    for (const { name, whole } of INDEXES) await replace(runner, name, whole);
  }
}

const COUNTS = [
  ...['erc20_transfers', 'erc721_transfers', 'erc1155_transfers', 'unindexed_transfers', 'erc777_events'],
  ...['erc4626_events', 'mints', 'burns', 'minted', 'burned'],
];

const INDEXES = ['amount', 'items'].map((column) => ({
  name: `token_holder_${column}`,
  hashed: `token_holder (hashbytea(token), (-${column}), holder) WHERE ${column} > 0`,
  whole: `token_holder (token, (-${column}), holder) WHERE ${column} > 0`,
}));

/** An index that a fill dropped is built as its definition says. */
async function replace(runner: QueryRunner, name: string, on: string): Promise<void> {
  const definition = `CREATE INDEX ${name} ON ${on}`;
  const deferred = (await runner.query('SELECT FROM deferred_index WHERE name = $1', [name])) as unknown[];
  if (deferred.length > 0) {
    await runner.query('UPDATE deferred_index SET definition = $2 WHERE name = $1', [name, definition]);
  } else {
    await runner.query(`DROP INDEX ${name}`);
    await runner.query(definition);
  }
}
