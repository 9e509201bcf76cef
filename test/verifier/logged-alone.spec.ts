import { expect, it } from '@jest/globals';
import { signerOf, verifierKey } from '../../src/tlog/note-key.js';
import { describeVerification } from '../../src/verifier/describe-verification.js';
import { logOfText } from '../../src/verifier/log-of-text.js';
import { published } from '../../src/verifier/published.js';
import { verifyBundle } from '../../src/verifier/verify-bundle.js';
import { earlierBundles } from '../builder/earlier-bundles.js';
import { loggedBundle } from '../builder/logged-bundle.js';

const LOG = signerOf('example.com/log', Buffer.alloc(32, 1));
const WITNESS = signerOf('w1.example', Buffer.alloc(32, 2), 'witness');
const OTHER = signerOf('w2.example', Buffer.alloc(32, 3), 'witness');

/** A log of two entries that nobody but the reader of this bundle has seen, apart from the witness. */
const ofOneReader = () => loggedBundle(earlierBundles()[0]!, LOG, WITNESS);

it.each([
  ['a key', verifierKey(LOG), true],
  ['a policy without a quorum', `log ${verifierKey(LOG)}\nquorum none\n`, true],
  [
    'a policy of which no witness cosigned, none being required',
    `log ${verifierKey(LOG)}\nwitness one ${verifierKey(OTHER)}\nquorum none\n`,
    true,
  ],
  [
    'a policy of which a witness cosigned',
    `log ${verifierKey(LOG)}\nwitness one ${verifierKey(WITNESS)}\nquorum one\n`,
    false,
  ],
])('by %s, the report says whether others are shown the same log', async (_, named, isListed) => {
  const found = await verifyBundle(ofOneReader(), { ...published(), log: logOfText(named) });
  const report = describeVerification(found);
  expect(report).toMatch(/^V5 {2}holds {8}the log that you name has the claim: entry 1 of the 2 of/m);
  expect(/^witnessed .*: that example\.com\/log shows this entry to others/m.test(report)).toBe(isListed);
});
