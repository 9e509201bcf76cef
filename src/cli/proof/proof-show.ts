import { requestedAddress } from '../../bundle/claim-options.js';
import { ClaimsOfSetReader } from '../../claims/claims-of-set.reader.js';
import { readConfig } from '../../platform/config/config.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { noteNetwork } from '../text/network-note.js';
import { requestedSet } from './requested-set.js';

export interface ShowOptions {
  readonly counterpart?: string;
  readonly block?: number;
  readonly set?: string;
}

/** Runs `proof show`. */
export async function run(
  [address = '', id = '']: string[],
  { counterpart, block, set }: ShowOptions,
): Promise<void> {
  const subject = requestedAddress(address, '<address>');
  const config = readConfig(process.env);
  noteNetwork(config);
  const database = await openDatabase(config, 'expect');
  try {
    const reader = new ClaimsOfSetReader(database.pool);
    const chosen = await requestedSet(reader, set);
    const carrying = (await reader.segmentsOf(chosen.id, subject))
      .filter((segment) => segment.id === id)
      .filter((segment) => counterpart === undefined || segment.counterpart === counterpart)
      .filter(({ startBlock, endBlock }) =>
        block === undefined ? endBlock === null : startBlock <= block && (endBlock ?? block) >= block,
      );
    const found = carrying[carrying.length - 1];
    if (!found)
      throw new Error(`${id} was not proven of ${subject} there under definition set ${chosen.digest}`);
    console.log(
      JSON.stringify(
        { ...JSON.parse(found.proof), proofHash: `sha256:${found.proofHash.slice(2)}` },
        null,
        2,
      ),
    );
  } finally {
    await database.close();
  }
}
