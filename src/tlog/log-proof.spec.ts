import { expect, it } from '@jest/globals';
import { checkpointText, parseCheckpoint } from './checkpoint.js';
import { checkpointOver, logProofText, parseLogProof } from './log-proof.js';
import { leafHash, nodeHash } from './merkle-tree.js';
import { parseVerifierKey, requireSignature, signerOf, signNote, verifierKey } from './note-key.js';
import { parseNote } from './signed-note.js';

const ORIGIN = 'example.com/log';
const signer = signerOf(ORIGIN, Buffer.alloc(32, 7));
const entries = [Buffer.from('one'), Buffer.from('two')];
const [one, two] = entries.map(leafHash) as [Buffer, Buffer];
const checkpoint = signNote(checkpointText({ origin: ORIGIN, size: 2, root: nodeHash(one, two) }), signer);

function signed(proof: string, entry: Buffer) {
  const { note, ...head } = checkpointOver(parseLogProof(proof), entry);
  requireSignature(note, signer);
  return head;
}

it('reads and writes a key as sumdb does', () => {
  // The example of golang.org/x/mod/sumdb/note.
  const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const verifier = parseVerifierKey(key);
  expect(verifierKey(verifier)).toBe(key);
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  const signature =
    'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=';
  const note = parseNote(`${text}\n— PeterNeumann ${signature}\n`);
  requireSignature(note, verifier);
  expect(() => requireSignature({ ...note, text: text.replace('your', 'my') }, verifier)).toThrow(/wrong/);
  expect(() => requireSignature(note, signer)).toThrow(/no signature of example.com/);
});

it('proves that an entry is in a signed log', () => {
  const proof = logProofText({ index: 1, hashes: [one], checkpoint });
  expect(signed(proof, entries[1]!)).toMatchObject({
    origin: ORIGIN,
    size: 2,
  });
  expect(parseCheckpoint(parseNote(checkpoint).text).size).toBe(2);
});

it('refuses a proof with any character changed', () => {
  const proof = logProofText({ index: 1, hashes: [one], checkpoint });
  for (let at = 0; at < proof.length; at++) {
    const changed = `${proof.slice(0, at)}${proof[at] === 'A' ? 'B' : 'A'}${proof.slice(at + 1)}`;
    expect(() => signed(changed, entries[1]!)).toThrow();
  }
  expect(() => signed(proof, entries[0]!)).toThrow(/another root/);
});
