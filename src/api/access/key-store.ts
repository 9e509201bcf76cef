import { IsNull, type Repository } from 'typeorm';
import type { ApiKeyEntity } from './api-key.entity.js';
import type { ApiKey } from './api-key.js';
import { newKey } from './api-key.js';
import type { KeySecret } from './key-secret.js';

/** What a new key permits. */
export type KeyTerms = Omit<ApiKey, 'id'>;

/** A key as its operator sees it. */
export interface KeyRecord extends ApiKey {
  readonly state: 'valid' | 'expired' | 'revoked' | 'made with another secret';
  readonly createdAt: Date;
  /** Accurate to about a window; absent when the key was never used. */
  readonly lastUsedAt?: Date;
}

/** Creates, revokes and lists keys. */
export class KeyStore {
  constructor(
    private readonly keys: Repository<ApiKeyEntity>,
    private readonly secret: KeySecret,
  ) {}

  /** @returns the key itself, which cannot be shown again */
  async create({ expiresAt, ...terms }: KeyTerms): Promise<{ id: number; key: string }> {
    const key = newKey();
    const { identifiers } = await this.keys.insert({
      ...terms,
      digest: this.secret.digest(key),
      secretFingerprint: this.secret.fingerprint,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    });
    return { id: identifiers[0]!.id, key };
  }

  /** All keys, ascending by id. */
  async all(): Promise<readonly KeyRecord[]> {
    const keys = await this.keys.find({ relations: { usage: true }, order: { id: 'ASC' } });
    return keys.map((key) => this.#recordOf(key));
  }

  byId(id: number): Promise<KeyRecord | undefined> {
    return this.#one({ id });
  }

  byKey(key: string): Promise<KeyRecord | undefined> {
    return this.#one({ digest: this.secret.digest(key) });
  }

  /** Revokes a key. @returns whether it was valid until now */
  async revoke(id: number): Promise<boolean> {
    const { affected } = await this.keys.update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
    return affected === 1;
  }

  async #one(where: { id: number } | { digest: Buffer }): Promise<KeyRecord | undefined> {
    const key = await this.keys.findOne({ where, relations: { usage: true } });
    return key ? this.#recordOf(key) : undefined;
  }

  #recordOf(key: ApiKeyEntity): KeyRecord {
    const { id, name, plan, requests, windowSeconds, createdAt, expiresAt, usage } = key;
    return {
      ...{ id, name, plan, requests, windowSeconds, createdAt, state: this.#stateOf(key) },
      ...(expiresAt && { expiresAt: expiresAt.getTime() }),
      ...(usage && { lastUsedAt: usage.lastUsedAt }),
    };
  }

  #stateOf({ revokedAt, expiresAt, secretFingerprint }: ApiKeyEntity): KeyRecord['state'] {
    if (revokedAt) return 'revoked';
    if (expiresAt && expiresAt.getTime() <= Date.now()) return 'expired';
    return secretFingerprint.equals(this.secret.fingerprint) ? 'valid' : 'made with another secret';
  }
}
