import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The last transfer of a token and the last value of a slot, of which there may be millions, are read in the order of an index. An index has rows
 * of an address by block alone, and what lies in two tables by neither: all were read and sorted. Connections that answer requests read no bitmaps,
 * which lose that order; names are found by one all the same.
 */
export class TakeTheLastInOrder1795824710000 implements MigrationInterface {
  readonly name = 'TakeTheLastInOrder1795824710000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lastTransfer(OF_LAST_BLOCK));
    await runner.query(lastSlotValue(LAST_OF_EACH));
    await runner.query(TEXTS_WITH);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION texts_with');
    await runner.query(lastTransfer(OF_TOKEN));
    await runner.query(lastSlotValue(LAST_OF_BOTH));
  }
}

const OF_TOKEN = `SELECT * FROM transfer
  WHERE hashbyteaextended(token, 0) = hashbyteaextended(of_token, 0) AND token = of_token AND block_number <= at_block`;
const OF_LAST_BLOCK = `SELECT * FROM (${OF_TOKEN} ORDER BY block_number DESC FETCH FIRST ROW WITH TIES) walked`;

const lastTransfer = (transfers: string): string => `
  CREATE OR REPLACE FUNCTION last_transfer(of_token bytea, at_block int8) RETURNS SETOF transfer LANGUAGE sql STABLE PARALLEL SAFE AS $$
    ${transfers} ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT 1
  $$`;

const OF_SLOT = `hashbytea(slot) = hashbytea(of_slot) AND slot = of_slot AND hashbytea(address) = hashbytea(account) AND address = account
  AND block_number BETWEEN from_block AND to_block`;
const LAST = 'ORDER BY block_number DESC LIMIT 1';

const LAST_OF_BOTH = `SELECT value, block_number FROM storage_value WHERE ${OF_SLOT} ${LAST}`;
const LAST_OF_EACH = `
  SELECT value, block_number FROM (
    (SELECT after AS value, block_number FROM storage_change WHERE ${OF_SLOT} ${LAST})
    UNION ALL
    (SELECT value, block_number FROM storage_answer WHERE ${OF_SLOT} ${LAST})
  ) newest ${LAST}`;

const lastSlotValue = (body: string): string => `
  CREATE OR REPLACE FUNCTION last_slot_value(account bytea, of_slot bytea, from_block int8, to_block int8)
  RETURNS TABLE (value bytea, block_number int8) LANGUAGE sql STABLE PARALLEL SAFE AS $$ ${body} $$`;

/** The one index that nothing but a bitmap reads. Not inlined. */
const TEXTS_WITH = `
  CREATE FUNCTION texts_with(fragment text, of_tokens boolean, at_most int8) RETURNS SETOF name_text
  LANGUAGE sql STABLE PARALLEL RESTRICTED SET enable_bitmapscan = on AS $$
    SELECT * FROM name_text
    WHERE name_triples(folded, is_token) @> name_triples(fragment, of_tokens) AND is_token = of_tokens AND strpos(folded, fragment) > 0
    LIMIT at_most
  $$`;
