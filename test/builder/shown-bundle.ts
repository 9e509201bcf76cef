import { fromHex, toHex } from '../../src/domain/chain/codec/hex.js';
import { signerOf, verifierKey } from '../../src/tlog/note-key.js';
import { readBundle, writeBundle } from '../../src/verifier/bundle/read-bundle.js';
import { earlierBundles } from './earlier-bundles.js';
import { loggedBundle } from './logged-bundle.js';
import { madeLightClient } from './made-light-client.js';

const SLOT = 13_200_000;

/** A bundle for which V5 and V6 hold if its reader trusts this log and this beacon block. */
export function shownBundle(): {
  readonly text: string;
  readonly log: string;
  readonly checkpoint: string;
} {
  const text = earlierBundles().find((one) => Object.keys(readBundle(one).blocks).length === 1)!;
  const log = signerOf('example.com/log', Buffer.alloc(32, 1));
  const witness = signerOf('w1.example', Buffer.alloc(32, 2), 'witness');
  const bundle = readBundle(loggedBundle(text, log, witness));
  const [hash = ''] = Object.keys(bundle.blocks);
  const { bootstrap, updates, finality, checkpoint } = madeLightClient(fromHex(hash as `0x${string}`), SLOT);
  return {
    text: writeBundle({
      ...bundle,
      finality: {
        bootstrap: toHex(bootstrap),
        updates: updates.map(toHex),
        update: toHex(finality),
        ancestors: [],
      },
    }),
    log: verifierKey(log),
    checkpoint: toHex(checkpoint),
  };
}
