import type { ClientBase, Connection, Submittable } from 'pg';

/** Large enough that messages cost little, small enough that the server parses one while it receives the next. */
const MESSAGE_BYTES = 1 << 18;
const COPY_DATA = 'd'.charCodeAt(0);
const COPY_DONE = Buffer.from([...Buffer.from('c'), 0, 0, 0, 4]);

/**
 * Runs one `COPY table (columns) FROM STDIN BINARY` with rows already encoded; returns how many the server stored.
 * The buffer is sent without being copied and may be reused once this resolves.
 * @throws DatabaseError as the server words it; nothing of this COPY is stored then.
 */
export function copyInto(client: ClientBase, statement: string, encoded: Buffer): Promise<number> {
  return new Promise((stored, refused) => client.query(new CopyIn(statement, encoded, stored, refused)));
}

/**
 * A COPY that is sent whole, without waiting for the server to ask for its rows: the server works while this
 * thread computes. A server that refuses the statement drops the rows (PostgreSQL, Frontend/Backend Protocol,
 * COPY Operations).
 */
export class CopyIn implements Submittable {
  #rows = 0;
  #ended: () => void = () => undefined;
  /** Resolves when the server has stored or refused the rows. */
  readonly ended = new Promise<void>((resolve) => {
    this.#ended = resolve;
  });

  constructor(
    private readonly statement: string,
    private readonly encoded: Buffer,
    private readonly stored: (rows: number) => void,
    private readonly refused: (error: Error) => void,
  ) {}

  submit(connection: Connection): void {
    const { stream } = connection;
    stream.cork();
    connection.query(this.statement);
    for (let at = 0; at < this.encoded.length; at += MESSAGE_BYTES) {
      const part = this.encoded.subarray(at, at + MESSAGE_BYTES);
      const header = Buffer.allocUnsafe(5);
      header[0] = COPY_DATA;
      header.writeUInt32BE(part.length + 4, 1);
      stream.write(header);
      stream.write(part);
    }
    stream.write(COPY_DONE);
    stream.uncork();
  }

  handleCopyInResponse(): void {}

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0);
  }

  handleReadyForQuery(): void {
    this.stored(this.#rows);
    this.#ended();
  }

  handleError(error: Error): void {
    this.refused(error);
    this.#ended();
  }
}
