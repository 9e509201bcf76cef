import type { Pool } from 'pg';
import { opens, type Plan } from '../../kernel/access/plan.js';
import {
  apiKeyInvalid,
  apiKeyMissing,
  planInsufficient,
  rateLimited,
} from '../../kernel/refusal/access-refusals.js';
import type { Refusal } from '../../kernel/refusal/refusal.js';
import { whenThere } from '../../platform/clock/when-there.js';
import { Access, type Admission, type Asker } from './access.js';
import { AddressLimit } from './address-limit.js';
import type { ApiKey } from './api-key.js';
import { DrawnQuota, type Taken } from './drawn-quota.js';
import { KeyRing } from './key-ring.js';
import type { KeySecret } from './key-secret.js';

/** Methods are open to those who name a valid key on a plan that is high enough, as often as the key allows. */
export class KeyedAccess extends Access {
  readonly #ring: KeyRing;
  readonly #quotas = new Map<number, DrawnQuota>();
  /** Those who hold a key are not concerned, whatever others behind their address do: it is asked only once a key has been found wanting. */
  readonly #strangers = new AddressLimit();

  constructor(
    private readonly pool: Pool,
    private readonly secret: KeySecret,
  ) {
    super();
    this.#ring = new KeyRing(pool, secret);
  }

  /** Every request with a valid key counts, whatever it is answered with. */
  admit({ key, address }: Asker, plan: Plan): Admission | Promise<Admission> {
    if (key === undefined) return this.#refuse(address, apiKeyMissing());
    const digest = this.secret.digest(key);
    return whenThere(this.#ring.held(), (keys) => {
      const found = keys.find(digest);
      if (!found) return this.#refuse(address, apiKeyInvalid());
      return whenThere(this.#quotaOf(found).take(found), (taken) => judged(found, plan, taken));
    });
  }

  #refuse(address: string, refusal: Refusal): Admission {
    const wait = this.#strangers.count(address);
    return { refusal: wait === undefined ? refusal : rateLimited(wait) };
  }

  #quotaOf({ id }: ApiKey): DrawnQuota {
    let quota = this.#quotas.get(id);
    if (!quota) {
      quota = new DrawnQuota(this.pool);
      this.#quotas.set(id, quota);
    }
    return quota;
  }
}

function judged({ plan }: ApiKey, required: Plan, { granted, quota }: Taken): Admission {
  if (!opens(plan, required)) return { quota, plan, refusal: planInsufficient(required) };
  return { quota, plan, ...(!granted && { refusal: rateLimited(quota.resetSeconds) }) };
}
