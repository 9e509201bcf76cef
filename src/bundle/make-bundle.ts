import type { Pool } from 'pg';
import type { ChainKind } from '../domain/chain/record/chain-kind.js';
import { OtherDefinitions } from '../engine/historical/historical-evaluator.js';
import type { FollowedData } from '../node/consensus/light-client-source.js';
import { AccountProofs } from '../node/execution/account-proofs.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import type { BundleOutcome, ProvenClaim } from './bundle-task.js';
import { FinalBlockMissing } from './gather-finality.js';
import { ProofExporter } from './proof-exporter.js';
import { timeLimited } from './time-limited.js';

/** How long nodes are asked for account proofs, for all of a bundle. Evidence without a proof counts as attested. */
const NODE_MS = 5_000;

/** Makes the bundle of a claim from the database and nodes, and checks it as its reader will check it. */
export async function makeBundle(
  pool: Pool,
  chain: ChainKind,
  nodeUrls: readonly string[],
  claim: ProvenClaim,
  light?: FollowedData,
): Promise<BundleOutcome> {
  const nodes = new AccountProofs(nodeUrls);
  try {
    return await inTransaction(
      pool,
      async (tx) => {
        const exporter = await ProofExporter.open(tx, chain, timeLimited(nodes, NODE_MS), light);
        const isSame = (await exporter.proofOf(claim)) === claim.proofHash;
        return isSame ? (await exporter.export(claim)).text : undefined;
      },
      { isolation: 'repeatable read' },
    );
  } catch (error) {
    if (error instanceof OtherDefinitions || error instanceof FinalBlockMissing) return undefined;
    throw error;
  } finally {
    await nodes.close();
  }
}
