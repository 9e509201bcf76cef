import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { redactUrl } from '../config/redact-url.js';

type Callback = Parameters<Pool['connect']>[0];

/** Where a connection failed, as its error says it, without secrets. */
export const atDatabase = (url: string): string => ` (the database at ${redactUrl(url)})`;

/** A pool whose errors of connecting name the database: the driver names an address at most. */
export class NamedPool extends Pool {
  readonly #where: string;

  constructor(url: string, config: PoolConfig) {
    super(config);
    this.#where = atDatabase(url);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    if (!callback)
      return super.connect().catch((error: unknown) => {
        throw this.#named(error);
      });
    super.connect((error, client, release) => callback(error && this.#named(error), client, release));
    return undefined;
  }

  /** The same error: what it is, its class and code say. The place comes last, as readers of messages look at how they begin. */
  #named<Failure>(error: Failure): Failure {
    if (!(error instanceof Error) || error.message.endsWith(this.#where)) return error;
    // A host with several addresses fails with an error for each and no message of its own.
    const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
    error.message = `${error.message || first.message}${this.#where}`;
    return error;
  }
}
