import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What blocks wrote to slots of mappings is read from `storage_change`, and only what nodes answered has a table of its own. Slots are looked up by their hash
 * first: the slot of a holder is the same in every token of one layout.
 */
export class MergeStorageValues1795651400000 implements MigrationInterface {
  readonly name = 'MergeStorageValues1795651400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION balance_layouts_at');
    await runner.query(`
      CREATE TABLE storage_answer (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        -- Without leading zeros, like the value: empty for zero.
        slot         bytea NOT NULL,
        value        bytea NOT NULL
      )`);
    // Writers compare with it: a fill keeps its index, as others whose names end so.
    await runner.query('ALTER TABLE storage_change DROP CONSTRAINT storage_change_pkey');
    await runner.query(lookup('storage_change'));
    await runner.query(`
      INSERT INTO storage_answer
      SELECT block_number, address, ltrim(slot, '\\x00'), value FROM storage_value given
      WHERE NOT EXISTS (
        SELECT FROM storage_change change
        WHERE hashbyteaextended(change.slot, 0) = hashbyteaextended(ltrim(given.slot, '\\x00'), 0) AND change.slot = ltrim(given.slot, '\\x00')
          AND change.address = given.address AND change.block_number = given.block_number)`);
    await runner.query(lookup('storage_answer'));
    await runner.query('CREATE INDEX storage_answer_block ON storage_answer (block_number)');
    await runner.query('DROP TABLE storage_value');
    await runner.query("DELETE FROM deferred_index WHERE name LIKE 'storage\\_value\\_%'");
    await runner.query(`
      -- What a slot holds at the end of a block: written in it, or read there.
      CREATE VIEW storage_value AS
      SELECT block_number, address, slot, after AS value FROM storage_change
      UNION ALL
      SELECT block_number, address, slot, value FROM storage_answer`);
    await runner.query(
      balanceLayoutsAt(`
        AND hashbyteaextended(word.slot, 0) = hashbyteaextended(ltrim(agreed.slot, '\\x00'), 0) AND word.slot = ltrim(agreed.slot, '\\x00')`),
    );
    if (await isStorageBehind(runner)) {
      await runner.query('TRUNCATE storage_answer');
      await startAgain(runner);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION balance_layouts_at');
    await runner.query('DROP VIEW storage_value');
    await runner.query('DROP TABLE storage_answer');
    await runner.query('DROP INDEX storage_change_lookup');
    await runner.query('ALTER TABLE storage_change ADD PRIMARY KEY (address, slot, block_number)');
    await runner.query(`
      CREATE TABLE storage_value (
        block_number int8 NOT NULL,
        address      bytea NOT NULL,
        slot         bytea NOT NULL CHECK (length(slot) = 32),
        value        bytea NOT NULL
      )`);
    await runner.query('CREATE INDEX storage_value_block ON storage_value (block_number)');
    await runner.query('CREATE INDEX storage_value_slot ON storage_value (slot, address, block_number)');
    await runner.query(balanceLayoutsAt('AND word.slot = agreed.slot'));
    await startAgain(runner);
  }
}

const lookup = (table: string): string =>
  `CREATE INDEX ${table}_lookup ON ${table} (hashbyteaextended(slot, 0), address, block_number)`;

/** Then what was read cannot be distinguished from what was written. */
async function isStorageBehind(runner: QueryRunner): Promise<boolean> {
  const [found] = (await runner.query(`
    SELECT coalesce(max(position) FILTER (WHERE reader = 'storage'), 0) < max(position) AS is_behind
    FROM checkpoint WHERE reader IN ('balance', 'storage')`)) as { readonly is_behind: boolean | null }[];
  return found!.is_behind === true;
}

/** The projection of balances folds the log again. */
async function startAgain(runner: QueryRunner): Promise<void> {
  await runner.query(
    'TRUNCATE balance_sample, balance_check, contract_code_change, balance_read, balance_layout',
  );
  await runner.query("DELETE FROM state_read_request WHERE requester IN ('balance', 'balance request')");
  await runner.query("DELETE FROM checkpoint WHERE reader = 'balance'");
}

/** As it was, with another comparison of slots. */
const balanceLayoutsAt = (slots: string): string => `
CREATE FUNCTION balance_layouts_at(at_block int8)
RETURNS TABLE (token bytea, layout int2, from_block int8, known_since int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT covering.token, covering.layout, covering.from_block, known.since
  FROM known_run(at_block) known
  CROSS JOIN balance_layout covering
  WHERE covering.from_block <= at_block AND (covering.to_block IS NULL OR covering.to_block >= at_block)
    AND (covering.from_block >= known.since OR EXISTS (
      SELECT FROM balance_check agreed
      JOIN balance_read USING (token, block_number, holder)
      JOIN storage_value word ON word.block_number = agreed.block_number AND word.address = agreed.token ${slots}
      WHERE agreed.token = covering.token AND agreed.layout = covering.layout AND known.run @> agreed.block_number
        AND agreed.block_number <= coalesce(covering.to_block, agreed.block_number)
        AND word.value = balance_read.value AND word.value <> ''
    ))
$$`;
