import { BinaryCopy } from '../../platform/postgres/binary-copy.js';

/** COPY buffers of one writer, reused by its flushes. */
export class EngineCopies {
  readonly facts = new BinaryCopy(9);
  readonly segments = new BinaryCopy(15);
  readonly events = new BinaryCopy(8);
}
