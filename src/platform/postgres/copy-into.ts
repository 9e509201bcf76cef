import { once } from 'node:events';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';

/** Large enough that messages cost nothing, small enough that the server parses one while it receives the next. */
const MESSAGE_BYTES = 1 << 18;

/**
 * Runs one `COPY table (columns) FROM STDIN BINARY` with rows already encoded; returns how many the server stored.
 * The buffer is sent without being copied and may be reused once this resolves.
 * @throws DatabaseError as the server words it; nothing of this COPY is stored then.
 */
export async function copyInto(client: ClientBase, statement: string, encoded: Buffer): Promise<number> {
  const copy = client.query(from(statement));
  const finished = once(copy, 'finish');
  for (let at = 0; at < encoded.length; at += MESSAGE_BYTES)
    copy.write(encoded.subarray(at, at + MESSAGE_BYTES));
  copy.end();
  await finished;
  return copy.rowCount;
}
