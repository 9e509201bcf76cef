import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { ProofExporter } from '../../src/bundle/proof-exporter.js';
import { canonicalJson } from '../../src/domain/canonical/canonical-json.js';
import type { Address } from '../../src/domain/chain/hex.js';
import { CanonicalChain } from '../../src/event-store/canonical-chain.js';
import type { FollowedData } from '../../src/node/consensus/light-client-source.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import { checkpointText } from '../../src/tlog/checkpoint.js';
import { parsePolicy } from '../../src/tlog/log-policy.js';
import { logProofText } from '../../src/tlog/log-proof.js';
import { leafHash } from '../../src/tlog/merkle-tree.js';
import { signerOf, signNote, verifierKey } from '../../src/tlog/note-key.js';
import { cosignCheckpoint } from '../../src/transparency/cosign-checkpoint.js';
import { logClaims } from '../../src/transparency/log-claims.js';
import { LogKey } from '../../src/transparency/log-key.js';
import { signCheckpoint } from '../../src/transparency/sign-checkpoint.js';
import type { Bundle } from '../../src/verifier/bundle/bundle.schema.js';
import { readBundle, writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { describeVerification, exitCodeOf } from '../../src/verifier/describe-verification.js';
import { published } from '../../src/verifier/published.js';
import { trustedLog } from '../../src/verifier/trusted-log.js';
import { type Verification, verifyBundle } from '../../src/verifier/verify-bundle.js';
import { bounded } from '../bounded.js';
import { madeLightClient } from '../builder/made-light-client.js';
import { DemoDatabases } from '../fixture/demo-databases.js';
import { finalize } from '../fixture/finalize.js';
import { Prng } from '../simulation/prng.js';
import { GoProgram, isGoHere } from './go-program.js';
import { WitnessServer } from './witness-server.js';

const ORIGIN = 'example.com/log';
const NO_PROOFS = { of: async () => undefined };

interface Segment {
  readonly id: string;
  readonly subject: Address;
  readonly object: Address | null;
  readonly start: number;
  readonly end: number | null;
}

let demo: DemoDatabases;
let pool: Pool;
let directory: string;
let key: LogKey;
let final: number;

beforeAll(async () => {
  demo = await DemoDatabases.start();
  pool = await demo.inOrder();
  directory = mkdtempSync(join(tmpdir(), 'chainproof-logged-'));
  key = LogKey.at(directory, ORIGIN);
  final = demo.whole[1] - 70;
  await finalize(pool, final);
  while ((await logClaims(pool)) > 0);
  await signCheckpoint(pool, key);
});
afterAll(async () => {
  await demo?.stop();
  if (directory) rmSync(directory, { recursive: true });
});

/** Some segments of each definition that satisfy the condition. */
async function segments(where: string, limit = 1): Promise<Segment[]> {
  const { rows } = await pool.query<Segment>(`
    SELECT * FROM (
      SELECT number.id, '0x' || encode(subject, 'hex') AS subject, '0x' || encode(nullif(object, ''), 'hex') AS object,
             start_block::int AS start, end_block::int AS "end",
             row_number() OVER (PARTITION BY definition ORDER BY start_block, subject, object) AS at
      FROM proof_segment JOIN definition_number number ON number.number = definition WHERE ${where}
    ) candidate WHERE at <= ${limit} ORDER BY id`);
  return rows;
}

async function bundleOf(
  { id, subject, object }: Segment,
  block: number,
  light?: FollowedData,
): Promise<Bundle> {
  const text = await inTransaction(
    pool,
    async (tx) => {
      const chain = { firstBlock: demo.whole[0], isDemo: true };
      const exporter = await ProofExporter.open(tx, chain, NO_PROOFS, light);
      return (await exporter.export(await exporter.claim({ id, subject, block, ...(object && { object }) })))
        .text;
    },
    { isolation: 'repeatable read' },
  );
  return readBundle(text);
}

const verified = (bundle: Bundle, named: string | undefined) =>
  verifyBundle(writeBundle(bundle), {
    ...published(),
    ...(named !== undefined && { log: trustedLog(named) }),
  });
const outcomeOf = (found: Verification): string =>
  found.outcome === 'refuted' ? `V${found.level}` : found.outcome;
const ownKey = () => verifierKey(key.signer);

describe('the bundle of a logged claim', () => {
  it('shows at V5 that the log has the claim, for every definition', async () => {
    const some = await segments(`start_block < ${final - 64}`, bounded(1, 5));
    let logged = 0;
    for (const segment of some.slice(0, bounded(25, some.length))) {
      const bundle = await bundleOf(segment, Math.min(segment.end ?? final, final));
      if (bundle.log === undefined) continue;
      logged++;
      const found = await verified(bundle, ownKey());
      if (found.outcome !== 'verified') throw new Error(JSON.stringify(found).slice(0, 500));
      expect(found.logged).toMatchObject({ outcome: 'shown', origin: ORIGIN });
      const goesOn = bundle.log.claim.end === undefined && bundle.block > bundle.log.entry.toBlock;
      const beyond = found.attested.filter(({ kind }) => kind === 'logged').map(({ says }) => says);
      // Evidence may come after every entry, also of a claim that ended before it.
      expect(beyond.filter((says) => says.startsWith('that evidence which came after'))).toHaveLength(1);
      expect(beyond).toHaveLength(goesOn ? 2 : 1);
      expect(describeVerification(found)).toMatch(
        /\nV5 {2}holds {8}the log that you name has the claim: entry \d+ of the \d+ of /,
      );
    }
    // Only claims of the first blocks are not logged, since these are no whole batch.
    expect(logged).toBeGreaterThan(10);
  });

  it('names the log for the example of docs/checking.md', async () => {
    const subject = '0x80d45abce360f030bca90d0f2d7266c7acb500ab';
    const bundle = await bundleOf(
      { id: 'asset:erc20', subject, object: null, start: 0, end: null },
      demo.whole[1],
    );
    expect(await verified(bundle, ownKey())).toMatchObject({ logged: { outcome: 'shown' } });
  });

  it('names no log if the batch is not final', async () => {
    const [young] = await segments(`start_block > ${final}`);
    const bundle = await bundleOf(young!, young!.end ?? demo.whole[1]);
    expect(bundle.log).toBeUndefined();
    const without = await verified(bundle, undefined);
    expect(without).toMatchObject({ outcome: 'verified', logged: { outcome: 'not shown' } });
    expect(exitCodeOf(without)).toBe(0);
    const asked = await verified(bundle, ownKey());
    expect(asked).toMatchObject({ level: 5, reason: 'the bundle has no proof of a log' });
    expect(exitCodeOf(asked)).toBe(15);
  });

  it('is refused at V5 if it names another claim, batch, entry, log or key', async () => {
    const [first] = await segments(
      `start_block > ${demo.whole[0] + 64} AND start_block < ${final - 64} AND end_block IS NULL`,
    );
    const bundle = await bundleOf(first!, final);
    const stranger = signerOf('example.com/stranger', Buffer.alloc(32, 1));
    const namesake = signerOf(ORIGIN, Buffer.alloc(32, 2));
    expect(await verified(bundle, ownKey())).toMatchObject({ outcome: 'verified' });
    const noKey = await verified(bundle, undefined);
    expect(noKey).toMatchObject({ outcome: 'verified', logged: { outcome: 'not shown' } });
    for (const other of [stranger, namesake])
      expect(await verified(bundle, verifierKey(other))).toMatchObject({
        ...{ level: 5, place: 'the checkpoint' },
        reason: `the checkpoint of ${ORIGIN} is signed by no log that is trusted`,
      });

    const other = await bundleOf(
      (await segments(`start_block > ${demo.whole[0] + 64} AND start_block < ${final - 64}`, 3)).at(-1)!,
      final,
    );
    const lies: [name: string, lie: (log: NonNullable<Bundle['log']>, copy: Bundle) => void][] = [
      [
        'the part of another claim',
        (_, copy) => {
          copy.log = other.log!;
        },
      ],
      [
        'another proof',
        (log) => {
          log.claim.proofHash = `sha256:${'0'.repeat(64)}`;
        },
      ],
      [
        'another subject',
        (log) => {
          log.claim.subject = `0x${'1'.repeat(40)}`;
        },
      ],
      [
        'another start',
        (log) => {
          log.claim.start += 1;
        },
      ],
      [
        'a start after the block',
        (log, copy) => {
          log.claim.start = copy.block + 1;
        },
      ],
      [
        'an end',
        (log, copy) => {
          log.claim.end = copy.block;
        },
      ],
      [
        'an end before the block',
        (log, copy) => {
          log.claim.end = copy.block - 1;
        },
      ],
      [
        'another place',
        (log) => {
          log.index = log.index === 0 ? 1 : 0;
        },
      ],
      [
        'a shorter path',
        (log) => {
          log.path.pop();
        },
      ],
      [
        'other blocks',
        (log) => {
          log.entry.fromBlock -= 64;
        },
      ],
      [
        'blocks of another batch',
        (log) => {
          log.entry.fromBlock += 64;
          log.entry.toBlock += 64;
        },
      ],
      [
        'another last block',
        (log) => {
          log.entry.toHash = `0x${'2'.repeat(64)}`;
        },
      ],
      [
        'another definition set',
        (log) => {
          log.entry.definitionSet = `sha256:${'3'.repeat(64)}`;
        },
      ],
      [
        'another coverage',
        (log) => {
          log.entry.coverage = `sha256:${'3'.repeat(64)}`;
        },
      ],
      [
        'another entry before',
        (log) => {
          log.entry.previous = leafHash(Buffer.from('x')).toString('base64');
        },
      ],
      [
        'more than the proof',
        (log) => {
          const text = Buffer.from(log.proof, 'base64').toString().replace('\nindex', '\nextra AAAA\nindex');
          log.proof = Buffer.from(text).toString('base64');
        },
      ],
      [
        'no proof',
        (log) => {
          log.proof = '';
        },
      ],
      // A log that signs what it never contained: anyone with another key can make one.
      [
        'a log of a forger',
        (log) => {
          const root = leafHash(Buffer.from(canonicalJson(log.entry)));
          const checkpoint = signNote(checkpointText({ origin: ORIGIN, size: 1, root }), namesake);
          log.proof = Buffer.from(logProofText({ index: 0, hashes: [], checkpoint })).toString('base64');
        },
      ],
    ];
    for (const [name, lie] of lies) {
      const copy = structuredClone(bundle);
      lie(copy.log!, copy);
      expect([name, await verified(copy, ownKey())]).toMatchObject([name, { level: 5 }]);
    }
  });

  const withGo = bounded(isGoHere(), true) ? it : it.skip;
  withGo(
    'has a file that others check as it is (skipped without Go and its modules)',
    async () => {
      const go = await GoProgram.build(directory, bounded(false, true));
      const [first] = await segments(
        `start_block > ${demo.whole[0] + 64} AND start_block < ${final - 64} AND end_block IS NULL`,
      );
      const { entry, proof } = (await bundleOf(first!, final)).log!;
      const [proofFile, entryFile] = [join(directory, 'claim.tlog-proof'), join(directory, 'entry')];
      writeFileSync(proofFile, Buffer.from(proof, 'base64'));
      writeFileSync(entryFile, canonicalJson(entry));
      expect(await go.run('proof', ownKey(), proofFile, entryFile)).toMatch(
        /^merkle: leaf \d+ is included in the/,
      );
      writeFileSync(entryFile, canonicalJson({ ...entry, claims: entry.claims + 1 }));
      expect(await go.run('proof', ownKey(), proofFile, entryFile)).toMatch(/^FAILED merkle/);
    },
    600_000,
  );

  it('is refused, or no bundle, with any bit of the log part changed', async () => {
    const [first] = await segments(
      `start_block > ${demo.whole[0] + 64} AND start_block < ${final - 64} AND end_block IS NULL`,
    );
    const text = writeBundle(await bundleOf(first!, final));
    const log = trustedLog(ownKey());
    const part = canonicalJson(readBundle(text).log!);
    const from = text.indexOf(part);
    const random = new Prng(5);
    const outcomes = new Map<string, number>();
    for (let count = 0; count < bounded(60, part.length); count++) {
      const at = from + bounded(random.between(0, part.length - 1), count);
      const changed = Buffer.from(text, 'latin1');
      changed[at]! ^= 1 << random.between(0, 6);
      const found = await verifyBundle(changed.toString('latin1'), { ...published(), log });
      const outcome = found.outcome === 'refuted' ? `V${found.level}` : found.outcome;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    expect([...outcomes.keys()].sort()).toEqual(['V5', 'no bundle']);
  });

  it('is refused at the level of the part in which a byte changed, also in light-client data', async () => {
    const hash = (await new CanonicalChain(pool).at(final))!.hash;
    const made = madeLightClient(hash, 13_200_000);
    const light = {
      ...made,
      ...{ blockHash: hash, checkpoint: `0x${made.checkpoint.toString('hex')}` as const },
    };
    const trusted = { ...published(), log: trustedLog(ownKey()), checkpoint: light.checkpoint };
    const most = bounded(8, 1_000);
    const random = new Prng(7);
    const outcomes = new Map<string, number>();
    let whole = 0;
    for (const segment of await segments(
      `start_block > ${demo.whole[0] + 64} AND start_block < ${final - 64}`,
      most,
    )) {
      if (whole === most) break;
      const bundle = await bundleOf(segment, Math.min(segment.end ?? final, final), light);
      if (bundle.log === undefined || bundle.finality === undefined) continue;
      whole++;
      const text = writeBundle(bundle);
      expect(await verifyBundle(text, trusted)).toMatchObject({
        ...{ outcome: 'verified', logged: { outcome: 'shown' }, canonicity: { outcome: 'shown' } },
      });
      const { log, finality, ...rest } = bundle;
      for (let count = 0; count < 10; count++) {
        const [name, part] = [
          ['log', log],
          ['finality', finality],
          ['proofs', rest.proofs],
          ['blocks', rest.blocks],
        ][random.between(0, 3)] as [string, object];
        const written = canonicalJson(part);
        const changed = Buffer.from(text, 'latin1');
        changed[text.indexOf(written) + random.between(0, written.length - 1)]! ^= 1 << random.between(0, 6);
        const outcome = outcomeOf(await verifyBundle(changed.toString('latin1'), trusted));
        outcomes.set(`${name}: ${outcome}`, (outcomes.get(`${name}: ${outcome}`) ?? 0) + 1);
      }
    }
    expect(whole).toBe(most);
    for (const outcome of outcomes.keys())
      expect(outcome).toMatch(/^(.*: no bundle|log: V5|finality: V6|proofs: V[123]|blocks: V[1-4])$/);
  }, 1_800_000);

  it('is checked against a policy with witnesses, and says when they saw the log', async () => {
    const witness = await WitnessServer.start('w1.example', key.signer);
    try {
      const [first] = await segments(
        `start_block > ${demo.whole[0] + 64} AND start_block < ${final - 64} AND end_block IS NULL`,
      );
      const file = join(directory, 'policy');
      writeFileSync(file, `log ${ownKey()}\n${witness.line('one')}quorum one\n`);
      expect(await verified(await bundleOf(first!, final), file)).toMatchObject({
        ...{ level: 5, place: 'the checkpoint' },
        reason: 'the checkpoint is cosigned by no witness: that is no quorum',
      });
      await cosignCheckpoint(pool, parsePolicy(`log ${ownKey()}\n${witness.line('one')}quorum one\n`));
      const found = await verified(await bundleOf(first!, final), file);
      expect(describeVerification(found)).toMatch(/V5 {2}holds .*, seen by w1\.example at 20\d\d-\d\d-/);
      const kindsOf = (one: Verification) =>
        one.outcome === 'verified' ? one.attested.map(({ kind }) => kind) : [one.outcome];
      expect(kindsOf(found)).not.toContain('witnessed');
      // The key alone may have signed another log for this reader, whoever cosigned.
      expect(kindsOf(await verified(await bundleOf(first!, final), ownKey()))).toContain('witnessed');
    } finally {
      await witness.stop();
    }
  });
});
