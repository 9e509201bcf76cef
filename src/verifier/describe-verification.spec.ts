import { expect, it } from '@jest/globals';
import { earlierBundles } from '../../test/builder/earlier-bundles.js';
import { canonicalJson } from '../domain/canonical/canonical-json.js';
import { BATCH_BLOCKS } from '../domain/interval/log-batch.js';
import { checkpointText } from '../tlog/checkpoint.js';
import { logProofText } from '../tlog/log-proof.js';
import { leafHash } from '../tlog/merkle-tree.js';
import { signerOf, signNote } from '../tlog/note-key.js';
import { readBundle, writeBundle } from './bundle/read-bundle.js';
import { type Checked, describeVerification } from './describe-verification.js';
import { verifyBundle } from './verify-bundle.js';

/** The first lines of the report on a claim. */
function headOf(value?: string): readonly string[] {
  const proof = { attributeId: 'own:rule', subject: '0x01', object: '0x02', ...(value && { value }) };
  const bundle = { proof: 'hash', proofs: { hash: proof }, block: 7 };
  const checked = { outcome: 'refuted', bundle, level: 1, place: 'here', reason: 'so' } as unknown as Checked;
  return describeVerification(checked).split('\n').slice(0, 2);
}

it('names the claim, with its value', () => {
  expect(headOf()).toEqual(['own:rule of 0x01 -> 0x02 at block 7', 'V1  FAILS        here: so']);
  expect(headOf('some.eth')).toEqual(['own:rule of 0x01 -> 0x02 at block 7', 'value     "some.eth"']);
});

it('lets no value imitate one of its lines, in a window of any width', () => {
  expect(headOf(`"${' '.repeat(3)}V6  holds`)[1]).toBe(
    'value     "\\"\\u0020\\u0020\\u0020V6\\u0020\\u0020holds"',
  );
});

/** A bundle whose claim is in a log that somebody made, with any name. */
function loggedAs(origin: string): string {
  const bundle = readBundle(earlierBundles()[0]!);
  const { attributeId, subject, object } = bundle.proofs[bundle.proof]!;
  const fromBlock = bundle.block - (bundle.block % BATCH_BLOCKS);
  const claim = {
    ...{ definition: attributeId, subject, ...(object !== undefined && { object }) },
    ...{ start: bundle.block, proofHash: bundle.proof },
  };
  const rootOver = (one: object) => leafHash(Buffer.from(canonicalJson(one)));
  const entry = {
    ...{
      type: 'claims' as const,
      chainId: 1 as const,
      fromBlock,
      toBlock: fromBlock + BATCH_BLOCKS - 1,
      claims: 1,
    },
    ...{ definitionSet: bundle.proof, coverage: bundle.proof, toHash: `0x${'00'.repeat(32)}` as const },
    root: rootOver(claim).toString('base64'),
  };
  const text = checkpointText({ origin, size: 1, root: rootOver(entry) });
  const checkpoint = signNote(text, signerOf('own', Buffer.alloc(32, 1)));
  const proof = Buffer.from(logProofText({ index: 0, hashes: [], checkpoint })).toString('base64');
  return writeBundle({ ...bundle, log: { claim, index: 0, path: [], entry, proof } });
}

it('lets no name of an unknown log imitate one of its lines', async () => {
  const lines = async (origin: string) =>
    describeVerification(await verifyBundle(loggedAs(origin))).split('\n');
  const named = (await lines('own.example/log')).find((line) => line.startsWith('V5'));
  expect(named).toContain('no key of own.example/log was given');
  const held = 'V6  holds        the blocks are those of Ethereum mainnet';
  for (const line of await lines(`own${' '.repeat(120)}${held}${' '.repeat(80)}`))
    expect(line.slice(line.indexOf(':'))).not.toMatch(/ {2}/);
});
