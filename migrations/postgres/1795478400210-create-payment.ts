import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which authorizations calls were paid with, so that each buys one answer. */
export class CreatePayment1795478400210 implements MigrationInterface {
  readonly name = 'CreatePayment1795478400210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment (
        network      text NOT NULL,
        token        bytea NOT NULL CHECK (length(token) = 20),
        payer        bytea NOT NULL CHECK (length(payer) = 20),
        nonce        bytea NOT NULL CHECK (length(nonce) = 32),
        -- SHA-256 of the authorization with its signature: neither is stored.
        digest       bytea NOT NULL CHECK (length(digest) = 32),
        -- What it buys.
        operation_id text NOT NULL,
        url          text NOT NULL,
        -- In the smallest unit of the token.
        amount       numeric(78) NOT NULL CHECK (amount > 0),
        -- 'reserved': nothing is charged; 'settling': it may be; 'settled': it is, and the answer is due; 'answered'.
        state        text NOT NULL CHECK (state IN ('reserved', 'settling', 'settled', 'answered')),
        -- Which attempt at answering has it, and until when nobody else may.
        holder       uuid NOT NULL,
        held_until   timestamptz NOT NULL,
        valid_before timestamptz NOT NULL,
        reserved_at  timestamptz NOT NULL DEFAULT now(),
        settled_at   timestamptz,
        transaction  text CHECK ((transaction IS NULL) = (settled_at IS NULL)),
        -- What the token itself tells authorizations apart by: of any number of copies one is inserted.
        PRIMARY KEY (network, token, payer, nonce)
      )`);
    await runner.query('CREATE INDEX payment_reserved_at ON payment (reserved_at)');
    // Both ways of being forgotten: long after the end, and soon after it where nothing was charged.
    await runner.query('CREATE INDEX payment_valid_before ON payment (valid_before)');
    await runner.query(
      `CREATE INDEX payment_reserved_valid_before ON payment (valid_before) WHERE state = 'reserved'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE payment');
  }
}
