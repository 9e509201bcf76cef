import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { redactUrl } from '../config/redact-url.js';

type Callback = Parameters<Pool['connect']>[0];

/** The end of an error's message that names the database, without secrets. */
export const atDatabase = (url: string): string => ` (the database at ${redactUrl(url)})`;

/** A pool whose connection errors name the database: the driver names an address at most. */
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

  /**
   * The same error, because its class and code say what it is. The database is named last, because readers
   * look at how messages begin.
   */
  #named<Failure>(error: Failure): Failure {
    if (!(error instanceof Error) || error.message.endsWith(this.#where)) return error;
    // A host with several addresses fails with an error for each and no message of its own.
    const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
    error.message = `${error.message || first.message}${this.#where}`;
    return error;
  }
}
