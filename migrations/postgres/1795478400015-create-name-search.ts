import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The texts addresses are found by. */
export class CreateNameSearch1795478400015 implements MigrationInterface {
  readonly name = 'CreateNameSearch1795478400015';

  async up(runner: QueryRunner): Promise<void> {
    // Every three neighbouring characters of a text, whatever script they are of: trigrams of pg_trgm know letters and digits alone.
    await runner.query(`
      CREATE FUNCTION name_triples(folded text, is_token bool) RETURNS int4[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT coalesce(array_agg(DISTINCT hashtext(is_token || substr(folded, at, 3))), '{}')
        FROM generate_series(1, length(folded) - 2) at
      $$`);
    await runner.query(`
      CREATE TABLE name_text (
        address        bytea NOT NULL,
        -- 1 the name shown, 2 the symbol and 3 the name that a token declares.
        matched_on     int2 NOT NULL,
        -- Declared by a token, that is.
        is_token       bool NOT NULL,
        -- ASCII letters in lower case; U+0001 for NUL, which no query carries either.
        folded         text COLLATE "C" NOT NULL,
        -- In characters.
        length         int4 NOT NULL,
        -- Twelve hex digits in a row or more.
        carries_hex    bool NOT NULL,
        -- 1 to 4, as matches are ordered.
        standing_group int2 NOT NULL,
        -- -1 where nobody counted.
        holders        int8 NOT NULL,
        PRIMARY KEY (address, matched_on)
      )`);
    // An equal name of a token is less than an equal symbol. No query is longer.
    await runner.query(`
      CREATE INDEX name_text_exact ON name_text (folded, is_token, standing_group, holders DESC, address)
      WHERE matched_on <> 3 AND length <= 100`);
    await runner.query(
      'CREATE INDEX name_text_triples ON name_text USING gin (name_triples(folded, is_token)) WITH (fastupdate = off)',
    );

    // Every two neighbouring characters of a text once per closeness, in the order in which matches are listed.
    await runner.query(`
      CREATE TABLE name_pair (
        pair           text COLLATE "C" NOT NULL,
        is_token       bool NOT NULL,
        standing_group int2 NOT NULL,
        -- 1 the text begins with it, 2 it stands further inside, 3 anywhere in a text that carries hex.
        closeness      int2 NOT NULL,
        holders        int8 NOT NULL,
        length         int4 NOT NULL,
        address        bytea NOT NULL,
        matched_on     int2 NOT NULL
      )`);
    await runner.query(`
      CREATE INDEX name_pair_in_order ON name_pair
      (pair, is_token, standing_group, closeness, holders DESC, length, address, matched_on)`);
    await runner.query(`
      CREATE FUNCTION name_pairs(folded text, carries_hex bool) RETURNS TABLE (pair text, closeness int2)
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT DISTINCT substr(folded, at, 2) COLLATE "C",
          (CASE WHEN carries_hex THEN 3 WHEN at = 1 THEN 1 ELSE 2 END)::int2
        FROM generate_series(1, length(folded) - 1) at
      $$`);

    // Addresses of which a name was ever proven.
    await runner.query('CREATE TABLE named_subject (address bytea PRIMARY KEY)');
    // One row once every text has been brought in.
    await runner.query(`
      CREATE TABLE name_pass (
        -- Of the definition set whose claims were brought in, and the fact event up to which subjects are known.
        incarnation uuid NOT NULL,
        position    int8 NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE name_text, name_pair, named_subject, name_pass');
    await runner.query('DROP FUNCTION name_triples, name_pairs');
  }
}
