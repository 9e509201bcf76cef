import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who may ask, and how much of it was asked. */
export class CreateApiKey1795478400016 implements MigrationInterface {
  readonly name = 'CreateApiKey1795478400016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE api_key (
        id             int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name           text NOT NULL,
        -- HMAC-SHA256 of the key: neither the key nor anything to guess it by is stored.
        digest         bytea NOT NULL UNIQUE CHECK (length(digest) = 32),
        -- Which secret the digest was made with: under another one the key cannot be recognised.
        secret_mark    bytea NOT NULL,
        plan           text NOT NULL,
        -- Requests answered per window.
        requests       int4 NOT NULL CHECK (requests > 0),
        window_seconds int4 NOT NULL CHECK (window_seconds > 0),
        created_at     timestamptz NOT NULL DEFAULT now(),
        expires_at     timestamptz,
        revoked_at     timestamptz
      )`);
    // A single number that any change of a key moves: services ask for it instead of for the keys.
    await runner.query('CREATE TABLE api_key_revision (revision int8 NOT NULL)');
    await runner.query('INSERT INTO api_key_revision VALUES (0)');
    await runner.query(`
      CREATE FUNCTION note_api_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE api_key_revision SET revision = revision + 1;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE TRIGGER note_api_key_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON api_key
      FOR EACH STATEMENT EXECUTE FUNCTION note_api_key_change()`);
    // Written once for many requests: processes draw them in advance. Half of each page is left for the next version of a row.
    await runner.query(`
      CREATE TABLE api_key_usage (
        key_id        int4 PRIMARY KEY,
        -- Windows are counted from 1970, so that all processes mean the same one.
        window_number int8 NOT NULL,
        -- Requests of that window that processes have drawn, used or not.
        drawn         int4 NOT NULL,
        -- Of these the ones drawn last.
        granted       int4 NOT NULL,
        last_used_at  timestamptz NOT NULL
      ) WITH (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_key, api_key_revision, api_key_usage');
    await runner.query('DROP FUNCTION note_api_key_change');
  }
}
