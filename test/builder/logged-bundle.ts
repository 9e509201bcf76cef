import { canonicalJson } from '../../src/domain/canonical/canonical-json.js';
import { BATCH_BLOCKS } from '../../src/domain/interval/log-batch.js';
import { checkpointText } from '../../src/tlog/checkpoint.js';
import { logProofText } from '../../src/tlog/log-proof.js';
import { leafHash, nodeHash } from '../../src/tlog/merkle-tree.js';
import { cosignatureOf, type NoteSigner, signNote } from '../../src/tlog/note-key.js';
import { readBundle, writeBundle } from '../../src/verifier/bundle/read-bundle.js';

const SEEN_AT = 1_800_000_000;

/** The bundle with its claim in a log: the claim starts at the bundle's block, is alone in its batch, and its entry is the last of two. */
export function loggedBundle(text: string, log: NoteSigner, witness: NoteSigner): string {
  const bundle = readBundle(text);
  const { attributeId, subject, object } = bundle.proofs[bundle.proof]!;
  const claim = {
    ...{ definition: attributeId, subject, ...(object !== undefined && { object }) },
    ...{ start: bundle.block, proofHash: bundle.proof },
  };
  const fromBlock = bundle.block - (bundle.block % BATCH_BLOCKS);
  const entry = {
    ...({ type: 'claims', chainId: 1, definitionSet: `sha256:${'1'.repeat(64)}` } as const),
    ...{
      fromBlock,
      toBlock: fromBlock + BATCH_BLOCKS - 1,
      toHash: `0x${'2'.repeat(64)}` as const,
      claims: 1,
    },
    root: leafHash(Buffer.from(canonicalJson(claim))).toString('base64'),
    coverage: `sha256:${'3'.repeat(64)}`,
  };
  const before = leafHash(Buffer.from('an entry before'));
  const root = nodeHash(before, leafHash(Buffer.from(canonicalJson(entry))));
  const head = checkpointText({ origin: log.name, size: 2, root });
  const checkpoint = signNote(head, log, [cosignatureOf(head, witness, SEEN_AT)]);
  const proof = Buffer.from(logProofText({ index: 1, hashes: [before], checkpoint })).toString('base64');
  return writeBundle({ ...bundle, log: { claim, index: 0, path: [], entry, proof } });
}
