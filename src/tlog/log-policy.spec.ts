import { describe, expect, it } from '@jest/globals';
import { checkpointText } from './checkpoint.js';
import { parsePolicy, policyOfKey, requirePolicy } from './log-policy.js';
import {
  cosignatureOf,
  type NoteSigner,
  requireSignature,
  signatureOf,
  signerOf,
  verifierKey,
} from './note-key.js';
import { type Note, parseSignatures, signatureLine } from './signed-note.js';

const ORIGIN = 'example.com/log';
const log = signerOf(ORIGIN, Buffer.alloc(32, 1));
const [w1, w2, w3, w4] = [1, 2, 3, 4].map((at) =>
  signerOf(`w${at}.example`, Buffer.alloc(32, 16 + at), 'witness'),
) as [NoteSigner, NoteSigner, NoteSigner, NoteSigner];
const text = checkpointText({ origin: ORIGIN, size: 3, root: Buffer.alloc(32, 9) });
const note = (...signers: NoteSigner[]): Note => ({
  text,
  signatures: signers.map((signer) =>
    signer.kind === 'log' ? signatureOf(text, signer) : cosignatureOf(text, signer, 1_700_000_000),
  ),
});

const KEYS = `
# whom we trust
log ${verifierKey(log)} https://example.com/log
witness one ${verifierKey(w1)} https://w1.example
\twitness two ${verifierKey(w2)}
witness three ${verifierKey(w3)}
witness four ${verifierKey(w4)}
`;

describe('a cosignature', () => {
  it('signs the time and the whole text', () => {
    const [signature] = note(w1).signatures;
    expect(signature!.signature).toHaveLength(72);
    expect(parseSignatures(signatureLine(signature!))).toEqual([signature]);
    expect(requireSignature(note(w1), w1)).toBe(1_700_000_000);
    const later = Buffer.from(signature!.signature);
    later[7]! += 1;
    const moved = { text, signatures: [{ ...signature!, signature: later }] };
    expect(() => requireSignature(moved, w1)).toThrow(/wrong/);
    expect(() => requireSignature({ ...note(w1), text: `${text}more\n` }, w1)).toThrow(/wrong/);
  });

  it('has another key id than the signature of a log with the same seed', () => {
    const same = signerOf('w1.example', Buffer.alloc(32, 17));
    expect(same.id).not.toEqual(w1.id);
    expect(() => requireSignature(note(same), w1)).toThrow(/no signature/);
  });
});

describe('a policy', () => {
  const lack = (quorum: string, ...signers: NoteSigner[]): string | undefined => {
    try {
      requirePolicy(note(...signers), parsePolicy(`${KEYS}${quorum}\n`));
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each([
    ['quorum none', [log], undefined],
    ['quorum none', [w1], /signed by no log/],
    ['quorum none', [signerOf(ORIGIN, Buffer.alloc(32, 2))], /signed by no log/],
    ['quorum none', [signerOf('example.com/other', Buffer.alloc(32, 1))], /signed by no log/],
    ['quorum one', [log], /cosigned by no witness/],
    ['quorum one', [log, w2], /cosigned by w2.example: that is no quorum/],
    ['quorum one', [log, w1], undefined],
    ['group g 2 one two three\nquorum g', [log, w1, w1], /no quorum/],
    ['group g 2 one two three\nquorum g', [log, w1, w3], undefined],
    ['group g all one two\nquorum g', [log, w1], /no quorum/],
    ['group g any one two\nquorum g', [log, w2], undefined],
    ['group a 1 one two\ngroup b all three four\ngroup g all a b\nquorum g', [log, w1, w2, w3], /no quorum/],
    ['group a 1 one two\ngroup b all three four\ngroup g all a b\nquorum g', [log, w2, w3, w4], undefined],
  ] as const)('%s', (quorum, signers, expected) => {
    if (expected === undefined) expect(lack(quorum, ...signers)).toBeUndefined();
    else expect(lack(quorum, ...signers)).toMatch(expected);
  });

  it('names the witnesses that cosigned, and when', () => {
    const { cosigned, size } = requirePolicy(note(log, w1, w3), parsePolicy(`${KEYS}quorum none\n`));
    expect(size).toBe(3);
    expect([...cosigned]).toEqual([
      ['w1.example', 1_700_000_000],
      ['w3.example', 1_700_000_000],
    ]);
  });

  it('may require the signature of a log alone', () => {
    expect(requirePolicy(note(log), policyOfKey(log)).origin).toBe(ORIGIN);
    expect(() => requirePolicy(note(w1), policyOfKey(log))).toThrow(/signed by no log/);
  });

  it.each([
    ['no quorum', '', /a line `quorum`/],
    ['two quorums', 'quorum one\nquorum two', /line 9: `quorum`/],
    ['a member that comes later', 'group g 1 h\ngroup h 1 one\nquorum g', /nothing above is named h/],
    ['none as a member', 'group g 1 none\nquorum g', /nothing above is named none/],
    ['a member twice', 'group g 1 one\ngroup h 1 one\nquorum h', /one is a member already/],
    ['a name twice', `witness one ${verifierKey(log)}\nquorum one`, /is none of a witness/],
    ['a witness twice', `witness six ${verifierKey(w1)}\nquorum six`, /is there already/],
    ['a log key for a witness', `log ${verifierKey(w1)}\nquorum one`, /none of a log/],
    ['too large a group', 'group g 3 one two\nquorum g', /3 of 2 members/],
    ['a group of nobody', 'group g 0 one two\nquorum g', /0 of 2 members/],
    ['another word', 'mirror x\nquorum one', /`mirror`/],
    ['a carriage return', 'quorum one\r', /control characters/],
    ['a key with another hash', `witness six w6+00000000+${verifierKey(w1).split('+')[2]}`, /another hash/],
  ])('with %s is refused', (_, lines, message) => {
    expect(() => parsePolicy(`${KEYS}${lines}\n`)).toThrow(message);
  });
});
