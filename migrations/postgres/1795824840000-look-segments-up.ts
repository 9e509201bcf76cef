import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The segments of an account are found by four bytes of its hash. The index still has those of a definition in the order of their objects,
 * which pages walk over.
 */
export class LookSegmentsUp1795824840000 implements MigrationInterface {
  readonly name = 'LookSegmentsUp1795824840000';

  async up(runner: QueryRunner): Promise<void> {
    await indexBy(runner, 'hashbytea(subject)');
    for (const [name, before, after] of LOOKUPS) await rewrite(runner, name, before, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, before, after] of LOOKUPS) await rewrite(runner, name, after, before);
    await indexBy(runner, 'subject');
  }
}

const ONE = ['subject = account', 'hashbytea(subject) = hashbytea(account) AND subject = account'] as const;
const MANY = [
  'subject = ANY (accounts)',
  'hashbytea(subject) = ANY (ARRAY(SELECT hashbytea(one) FROM unnest(accounts) one)) AND subject = ANY (accounts)',
] as const;

/** Functions, and the comparison of each. */
const LOOKUPS = [
  ...(
    [
      'has_claims',
      'last_of_interval',
      'open_relations_from',
      'proof_until',
      'relations_from',
      'segments_between',
      'segments_of',
    ] as const
  ).map((name) => [name, ...ONE] as const),
  ...(['attributes_at', 'claims_at', 'segments_at'] as const).map((name) => [name, ...MANY] as const),
];

async function indexBy(runner: QueryRunner, subject: string): Promise<void> {
  await runner.query('DROP INDEX proof_segment_subject_lookup');
  await runner.query(
    `CREATE INDEX proof_segment_subject_lookup ON proof_segment (${subject}, definition, object)`,
  );
}

async function rewrite(runner: QueryRunner, name: string, before: string, after: string): Promise<void> {
  const [{ definition }] = await runner.query('SELECT pg_get_functiondef($1::regproc) AS definition', [name]);
  if (!definition.includes(before)) throw new Error(`${name} is not as it was`);
  await runner.query(definition.replace(before, () => after));
}
