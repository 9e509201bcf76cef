import { describe, expect, it } from '@jest/globals';
import { proofRecord } from '../api/proof/proof.dto.js';
import { canonicalJson, digestText } from '../domain/canonical/canonical-json.js';
import { storedProof } from './stored-proof.js';

const HASH = `0x${'ab'.repeat(32)}`;
const DECOY = `"referenceBlockHash":"0x${'00'.repeat(32)}"`;
const FIELDS = {
  attributeId: 'address_nature:contract',
  bindingVersions: { b: DECOY },
  chainId: 1,
  factResults: [{ referenceBlockHash: `0x${'11'.repeat(32)}`, operator: 'equals' }],
  referenceBlock: 25_000_000,
  referenceBlockHash: HASH,
  result: 'pass',
  sourceEvidenceRefs: [DECOY, 'referenceBlockHash'],
  value: DECOY,
};

function columns(text: string) {
  const proofHash = digestText(text).replace('sha256:', '0x');
  return { proof: text, proofHash, setDigest: 'sha256:ff', position: 7, evaluatedAt: 1_700_000_000 };
}

describe('storedProof', () => {
  const text = canonicalJson(FIELDS);

  it('R-243: gives the record that parsing the text would give, byte for byte, whatever strings it contains', () => {
    const beside = {
      proofHash: digestText(text),
      snapshotId: digestText(canonicalJson([1, HASH, 'sha256:ff'])),
      graphRevision: '7',
      evaluatedAt: 1_700_000_000,
    };
    const record = proofRecord(storedProof(columns(text)));
    expect(record.json).toBe(JSON.stringify({ ...(JSON.parse(text) as object), ...beside }));
    expect(record.read()).toEqual({ ...FIELDS, ...beside });
  });

  it('R-246: refuses a text that has another hash, even if it was whole at the last read', () => {
    const whole = columns(text);
    storedProof(whole);
    expect(() => storedProof({ ...whole, proof: text.replace('pass', 'fail') })).toThrow('another hash');
  });
});
