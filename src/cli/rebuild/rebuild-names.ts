import type { Config } from '../../platform/config/config.js';
import { NamePass } from '../../projection/name/name-pass.js';
import { withServiceStopped } from '../../runtime/database/with-service-stopped.js';
import { nameRegistries } from '../../runtime/name/name-registries.js';
import { chainKind } from '../../runtime/projection/projectors.js';

/** Forgets the texts addresses are found by and brings them in anew. */
export function rebuildNames(config: Config): Promise<void> {
  return withServiceStopped(config, async (pool) => {
    const pass = new NamePass(pool, nameRegistries(chainKind(config)));
    await pass.clear();
    await pass.run();
    console.log('name is rebuilt');
  });
}
