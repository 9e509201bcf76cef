declare module 'fastify' {
  interface FastifyRequest {
    /** A large record, which the answer to a message contains. */
    writtenContent?: WrittenContent;
  }
}

/** A record that was written some rows at a time; the protocol's own writer would write it in one go. */
interface WrittenContent {
  readonly json: string;
  /** As of the answer. */
  readonly whenLeft: () => void;
}

/** Stands for such a record in a message. */
export const WRITTEN_ELSEWHERE = { isWrittenElsewhere: true };
const PLACE = JSON.stringify(WRITTEN_ELSEWHERE);

/** A message with the record in its place. No text of a caller or of the chain can be mistaken for the place: its quotes would be escaped. */
export function withContent(message: string, { json }: WrittenContent): string {
  const at = message.indexOf(PLACE);
  return message.slice(0, at) + json + message.slice(at + PLACE.length);
}
