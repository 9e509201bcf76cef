import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts, what the evaluator made of them, and what it still has to ask the node. */
export class CreateEngine1795305600005 implements MigrationInterface {
  readonly name = 'CreateEngine1795305600005';

  async up(runner: QueryRunner): Promise<void> {
    // Registers by number; the text is canonical JSON of the source.
    await runner.query(`
      CREATE TABLE fact_source (
        id   int4 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        text text NOT NULL UNIQUE
      )`);
    await runner.query(`
      CREATE TABLE fact (
        subject      bytea NOT NULL,
        source       int4 NOT NULL,
        key          bytea NOT NULL,
        block_number int8 NOT NULL,
        tx_index     int4 NOT NULL,
        ordinal      int4 NOT NULL,
        opening      bool NOT NULL,
        -- JSON text; NULL when it clears.
        value        text,
        -- Evidence refs, separated by blanks; empty for code and slots.
        evidence     text NOT NULL,
        PRIMARY KEY (subject, source, key, block_number, tx_index, ordinal, opening)
      )`);
    // What an unwind deletes.
    await runner.query('CREATE INDEX fact_by_block ON fact (block_number)');

    // The definition sets that were evaluated; one is served.
    await runner.query(`
      CREATE TABLE definition_set (
        id      int2 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        digest  text NOT NULL UNIQUE,
        current bool NOT NULL DEFAULT false
      )`);
    await runner.query('CREATE UNIQUE INDEX one_current_set ON definition_set (current) WHERE current');
    // Every version of a definition that was ever evaluated, as it stood.
    await runner.query(`
      CREATE TABLE published_definition (
        id           text NOT NULL,
        -- As proofs name it: version and digest.
        version      text NOT NULL,
        published    date NOT NULL,
        document     jsonb NOT NULL,
        PRIMARY KEY (id, version)
      )`);
    await runner.query(`
      CREATE TABLE definition_number (
        number int2 PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        id     text NOT NULL UNIQUE
      )`);

    // What a set consists of.
    await runner.query(`
      CREATE TABLE set_definition (
        definition_set int2 NOT NULL,
        definition     int2 NOT NULL,
        -- The one of published_definition.
        version        text NOT NULL,
        -- As claim_coverage names it.
        family         text NOT NULL,
        -- What must be known of a block to judge it, as evaluated_range names it.
        records        text NOT NULL,
        PRIMARY KEY (definition_set, definition)
      )`);

    // The evaluator's only output: what changed in what is held, in the order it was found out.
    await runner.query(`
      CREATE TABLE fact_event (
        position       int8 PRIMARY KEY,
        definition_set int2 NOT NULL,
        kind           text NOT NULL CHECK (kind IN ('proven', 'superseded', 'lapsed')),
        block_number   int8 NOT NULL,
        subject        bytea NOT NULL,
        definition     int2 NOT NULL,
        -- Empty for attributes.
        object         bytea NOT NULL,
        -- NULL when lapsed.
        proof_hash     bytea
      )`);

    // Which proof carried which claim from where to where. Neighbouring segments with one interval_start are one claim interval.
    await runner.query(`
      CREATE TABLE proof_segment (
        definition_set  int2 NOT NULL,
        subject         bytea NOT NULL,
        definition      int2 NOT NULL,
        -- Empty for attributes.
        object          bytea NOT NULL,
        start_block     int8 NOT NULL,
        -- Last block; NULL while it stands at the end of its range.
        end_block       int8,
        interval_start  int8 NOT NULL,
        value           text,
        reference_block int8 NOT NULL,
        proof_hash      bytea NOT NULL CHECK (length(proof_hash) = 32),
        -- Canonical JSON of the hashed fields.
        proof           text NOT NULL,
        -- Position of the fact event that brought it.
        position        int8 NOT NULL,
        -- Unix seconds.
        evaluated_at    int8 NOT NULL,
        PRIMARY KEY (definition_set, subject, definition, object, start_block),
        CHECK (end_block >= start_block AND interval_start <= start_block)
      )`);
    await runner.query('CREATE INDEX proof_segment_by_hash ON proof_segment (proof_hash)');
    // Who points at an object now, and ever.
    await runner.query(`
      CREATE INDEX proof_segment_by_object ON proof_segment (object, definition, subject)
      WHERE object <> '' AND end_block IS NULL`);
    await runner.query(`
      CREATE INDEX proof_segment_by_object_start ON proof_segment (object, start_block, definition, subject)
      WHERE object <> ''`);
    // What an unwind deletes and reopens.
    await runner.query('CREATE INDEX proof_segment_by_start ON proof_segment (start_block)');
    await runner.query(
      'CREATE INDEX proof_segment_by_end ON proof_segment (end_block) WHERE end_block IS NOT NULL',
    );

    // Where a subject could not be judged: a node that could not answer. Same form as segments.
    await runner.query(`
      CREATE TABLE undecided_segment (
        definition_set int2 NOT NULL,
        subject        bytea NOT NULL,
        definition     int2 NOT NULL,
        start_block    int8 NOT NULL,
        end_block      int8,
        PRIMARY KEY (definition_set, subject, definition, start_block)
      )`);
    await runner.query('CREATE INDEX undecided_segment_by_start ON undecided_segment (start_block)');
    await runner.query(
      'CREATE INDEX undecided_segment_by_end ON undecided_segment (end_block) WHERE end_block IS NOT NULL',
    );

    // Which judgements of one address look at another: whom a change concerns. Rows too many do no harm.
    await runner.query(`
      CREATE TABLE cross_read (
        read_subject bytea NOT NULL,
        -- A definition id, or the text of a source.
        read_what    text NOT NULL,
        subject      bytea NOT NULL,
        definition   int2 NOT NULL,
        PRIMARY KEY (read_subject, read_what, subject, definition)
      )`);

    // Runs of evaluated blocks by what is known of them beyond receipts: '', 'frames', 'state_diff' or 'frames state_diff'.
    await runner.query(`
      CREATE TABLE evaluated_range (
        records text PRIMARY KEY,
        ranges  int8multirange NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE claim_coverage (
        definition_set int2 NOT NULL,
        -- An attribute family, or a relation id.
        family         text NOT NULL,
        kind           text NOT NULL CHECK (kind IN ('attribute', 'relation')),
        ranges         int8multirange NOT NULL,
        PRIMARY KEY (definition_set, family)
      )`);

    // The definitions served: where their family is covered, and the ranges each is judged in, which its segments do not cross.
    await runner.query(`
      CREATE VIEW served_definition AS
      SELECT definition_set, definition, definition_number.id, version, kind, family, records,
             claim_coverage.ranges AS covered, evaluated_range.ranges AS judged
      FROM definition_set
      JOIN set_definition ON definition_set = definition_set.id
      JOIN definition_number ON number = definition
      JOIN claim_coverage USING (definition_set, family)
      JOIN evaluated_range USING (records)
      WHERE current`);
    // Where any family of a kind is covered; the highest such block is the coverage head. No row while there is none.
    await runner.query(`
      CREATE VIEW claim_head AS
      SELECT kind, upper(range_agg(ranges)) - 1 AS block, range_agg(ranges) AS covered
      FROM definition_set
      JOIN claim_coverage ON definition_set = definition_set.id
      WHERE current
      GROUP BY kind
      HAVING NOT isempty(range_agg(ranges))`);

    // By which records an address is not judged at a block, or somewhere when none is named: in a range that does not begin the chain nothing
    // rests on the code of an address before its code is known, and nobody asks for that of an address that nothing tells of.
    await runner.query(`
      CREATE FUNCTION records_of_unknown_code(address bytea, at_block int8, first_block int8) RETURNS SETOF text LANGUAGE sql STABLE AS $$
        SELECT DISTINCT records
        FROM evaluated_range, unnest(ranges) run
        WHERE records LIKE '%state_diff' AND (at_block IS NULL OR run @> at_block) AND lower(run) > first_block
          AND NOT EXISTS (
            SELECT FROM fact
            WHERE subject = address AND source IN (SELECT id FROM fact_source WHERE text LIKE '{"kind":"code"%')
              AND block_number BETWEEN lower(run) AND upper(run) - 1
          )
      $$`);

    // What the node has still to be asked; ingestion answers with ReadRecorded.
    await runner.query(`
      CREATE TABLE pending_read (
        subject      bytea NOT NULL,
        -- Call data of eth_call; for openings 'code' or a slot name.
        what         text NOT NULL,
        -- The end of this block.
        block_number int8 NOT NULL,
        PRIMARY KEY (block_number, subject, what)
      )`);
    // Whether something is asked already. Unique, so that a long fill keeps it.
    await runner.query(
      'CREATE UNIQUE INDEX pending_read_by_subject ON pending_read (subject, what, block_number)',
    );
    // What it answered.
    await runner.query(`
      CREATE TABLE recorded_read (
        subject      bytea NOT NULL,
        what         text NOT NULL,
        block_number int8 NOT NULL,
        outcome      text NOT NULL CHECK (outcome IN ('answered', 'reverted', 'unavailable')),
        output       bytea,
        PRIMARY KEY (subject, what, block_number)
      )`);
    await runner.query('CREATE INDEX recorded_read_by_block ON recorded_read (block_number)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION records_of_unknown_code');
    await runner.query('DROP VIEW served_definition, claim_head');
    await runner.query(`
      DROP TABLE fact_source, fact, definition_set, published_definition, definition_number, set_definition, fact_event, proof_segment,
        undecided_segment, cross_read, evaluated_range, claim_coverage, pending_read, recorded_read`);
  }
}
