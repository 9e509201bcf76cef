import type { Pool } from 'pg';
import { DataSource, type ObjectLiteral } from 'typeorm';

type EntityClass = new () => ObjectLiteral;

/**
 * A data source for repositories, on the connections of a pool, whose owner ends it. Not for a pool with `answerTimeoutMs`: TypeORM lends
 * out again a connection whose answer was late.
 */
export function dataSourceOn(pool: Pool, entities: EntityClass[]): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    // In place of a pool that TypeORM would create.
    driver: {
      Pool: function shared() {
        return pool;
      },
    },
    entities,
    synchronize: false,
    installExtensions: false,
  });
  return source.initialize();
}
