declare module 'fastify' {
  interface FastifyRequest {
    /** A large record, which the answer to a message contains. */
    writtenContent?: WrittenContent;
  }
}

/**
 * A record whose JSON was written some rows at a time. The protocol's own writer would block until it had
 * written all.
 */
interface WrittenContent {
  readonly json: string;
  /** `ApiResponse.whenLeft` of the answer. */
  readonly whenLeft: () => void;
}

/** Stands in a message for a record that is written already. */
export const WRITTEN_ELSEWHERE = { isWrittenElsewhere: true };
const PLACE = JSON.stringify(WRITTEN_ELSEWHERE);

/**
 * The message with the record in place of its stand-in. No text of a caller or of the chain can look like the
 * stand-in, because its quotes would be escaped.
 */
export function withContent(message: string, { json }: WrittenContent): string {
  const at = message.indexOf(PLACE);
  return message.slice(0, at) + json + message.slice(at + PLACE.length);
}
