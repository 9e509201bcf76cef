import type { Pool } from 'pg';
import type { Network } from '../../domain/chain/record/network.js';

/** How the registries under `definitions/bindings/demo` name their source; none of mainnet does. */
export const DEMO_SOURCE = 'the scenario of the demo chain';

/**
 * The network whose registries the served claims were evaluated by; undefined where nothing was evaluated yet, also in a database that has no
 * tables.
 */
export async function servedNetwork(db: Pool): Promise<Network | undefined> {
  const { rows } = await db.query<{ made: boolean }>(`SELECT to_regclass('set_binding') IS NOT NULL AS made`);
  if (!rows[0]!.made) return undefined;
  const served = await db.query<{ network: Network | null }>(
    `SELECT CASE WHEN bool_or(starts_with(source, $1)) THEN 'demo' ELSE 'mainnet' END AS network
     FROM definition_set served
     JOIN set_binding ON definition_set = served.id
     JOIN published_binding published ON published.id = binding AND published.digest = set_binding.digest
     WHERE current HAVING count(*) > 0`,
    [DEMO_SOURCE],
  );
  return served.rows[0]?.network ?? undefined;
}
