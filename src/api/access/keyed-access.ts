import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { opens, type Plan } from '../../domain/access/plan.js';
import type { Refusal } from '../../domain/refusal/refusal.js';
import { mapMaybePromise } from '../../platform/clock/map-maybe-promise.js';
import { apiKeyInvalid, apiKeyMissing, planInsufficient, rateLimited } from '../refusal/access-refusals.js';
import { Access, type Admission, type Requester } from './access.js';
import { AddressLimit } from './address-limit.js';
import type { ApiKey } from './api-key.js';
import { ApiKeyCache } from './api-key-cache.js';
import type { KeySecret } from './key-secret.js';
import { LeasedQuota, type Taken } from './leased-quota.js';

/** Digests that are remembered. */
const MAX_DIGESTS = 10_000;

/** Opens methods to callers with a valid key of a sufficient plan, as often as the key allows. */
export class KeyedAccess extends Access {
  readonly #keys: ApiKeyCache;
  readonly #quotas = new Map<number, LeasedQuota>();
  /** Of keys that were valid once. A revoked key keeps its digest, which is no longer found among the valid ones. */
  readonly #digests = new LRUCache<string, Buffer>({ max: MAX_DIGESTS });
  /** It never delays callers with a valid key, whatever others behind their address do: it is checked only after a key was refused. */
  readonly #anonymous = new AddressLimit();

  /**
   * @param pool to read keys from
   * @param primary to count in; while it is away and `pool` is not, each process counts by itself
   */
  constructor(
    private readonly pool: Pool,
    private readonly secret: KeySecret,
    private readonly primary = pool,
  ) {
    super();
    this.#keys = new ApiKeyCache(pool, secret);
  }

  /** Every request with a valid key counts, whatever it is answered with. */
  admit({ key, address }: Requester, plan: Plan): Admission | Promise<Admission> {
    if (key === undefined) return this.#refuse(address, apiKeyMissing());
    const digest = this.#digests.get(key) ?? this.secret.digest(key);
    return mapMaybePromise(this.#keys.current(), (keys) => {
      const found = keys.find(digest);
      if (!found) return this.#refuse(address, apiKeyInvalid());
      if (!this.#digests.has(key)) this.#digests.set(key, digest);
      return mapMaybePromise(this.#quotaOf(found).take(found), (taken) => admissionOf(found, plan, taken));
    });
  }

  #refuse(address: string, refusal: Refusal): Admission {
    const wait = this.#anonymous.count(address);
    return { refusal: wait === undefined ? refusal : rateLimited(wait) };
  }

  #quotaOf({ id }: ApiKey): LeasedQuota {
    let quota = this.#quotas.get(id);
    if (!quota) {
      quota = new LeasedQuota(this.primary, this.primary !== this.pool);
      this.#quotas.set(id, quota);
    }
    return quota;
  }
}

function admissionOf({ plan }: ApiKey, required: Plan, { granted, quota }: Taken): Admission {
  if (!opens(plan, required)) return { quota, plan, refusal: planInsufficient(required) };
  return granted ? { quota, plan } : { quota, plan, refusal: rateLimited(quota.resetSeconds) };
}
