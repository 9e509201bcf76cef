import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { ApiKeyEntity } from '../../api/access/api-key.entity.js';
import { ApiKeyUsageEntity } from '../../api/access/api-key-usage.entity.js';
import { PaymentEntity } from '../../api/access/payment/payment.entity.js';
import { dataSourceOn } from '../../platform/postgres/data-source-on.js';

/** The tables that people manage. Ends with the pool. */
export function openEntities(pool: Pool): Promise<DataSource> {
  return dataSourceOn(pool, [ApiKeyEntity, ApiKeyUsageEntity, PaymentEntity]);
}
