import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was observed of prices, as observed: prices themselves are folded when they are asked for. */
export class CreatePrice1795478400012 implements MigrationInterface {
  readonly name = 'CreatePrice1795478400012';

  async up(runner: QueryRunner): Promise<void> {
    // AnswerUpdated of whoever emits it: which of them are aggregators of a feed, feed_phase tells.
    await runner.query(`
      CREATE TABLE price_answer (
        block_number int8 NOT NULL,
        log_index    int4 NOT NULL,
        -- UTC hours since 1970.
        hour         int4 NOT NULL,
        aggregator   bytea NOT NULL,
        answer       numeric NOT NULL,
        PRIMARY KEY (block_number, log_index)
      )`);
    await runner.query(
      'CREATE INDEX price_answer_of ON price_answer (aggregator, hour, block_number, log_index)',
    );

    // The last Sync of a block: what lies between two of one block was never there for anybody else.
    await runner.query(`
      CREATE TABLE price_reserve (
        block_number int8 NOT NULL,
        pool         bytea NOT NULL,
        hour         int4 NOT NULL,
        timestamp    int8 NOT NULL,
        reserve0     numeric NOT NULL,
        reserve1     numeric NOT NULL,
        PRIMARY KEY (block_number, pool)
      )`);
    await runner.query('CREATE INDEX price_reserve_of ON price_reserve (pool, hour, block_number)');

    // Which aggregator a feed's proxy pointed at, at the end of a block in which that changed or at which it was read.
    await runner.query(`
      CREATE TABLE feed_phase (
        proxy        bytea NOT NULL,
        block_number int8 NOT NULL,
        -- Counts up with every change.
        phase        int4 NOT NULL,
        aggregator   bytea NOT NULL,
        PRIMARY KEY (proxy, block_number)
      )`);

    await runner.query(`
      CREATE TABLE price_import (
        -- 'ETH', or a token as 0x and hex.
        asset     text NOT NULL,
        timestamp int8 NOT NULL,
        usd       numeric NOT NULL,
        source    text NOT NULL,
        PRIMARY KEY (asset, timestamp)
      )`);

    // What the rows were taken for, and the blocks in which a change of a proxy would have been seen.
    await runner.query('CREATE TABLE price_source (address bytea PRIMARY KEY)');
    await runner.query(`
      CREATE TABLE price_coverage (
        only_row bool PRIMARY KEY DEFAULT true CHECK (only_row),
        ranges   int8multirange NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE price_coverage, price_source, price_import, feed_phase, price_reserve, price_answer',
    );
  }
}
