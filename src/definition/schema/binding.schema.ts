import { z } from 'zod';
import {
  ascii,
  bindingId,
  blockNumber,
  bytes,
  day,
  digest,
  fieldName,
  sentence,
  sourceId,
  version,
} from './text.schema.js';

/** The part of an entry that the digest covers: what evaluation uses, without the source. */
export const countedEntry = z
  .object({
    key: bytes,
    added: version,
    removed: version.exactOptional(),
    from: blockNumber.exactOptional(),
  })
  .catchall(ascii);

/** A binding file, `bindings/<id>.yaml`. `fields` names the fields of its entries. */
export const bindingSchema = z
  .strictObject({
    id: bindingId,
    /** `selfDeclared` marks a source that repeats what addresses say of themselves. No evaluation uses it. */
    sources: z.record(
      sourceId,
      z.strictObject({ what: sentence, read: day, selfDeclared: z.literal(true).exactOptional() }),
    ),
    versions: z
      .array(
        z.strictObject({
          version,
          retrieved: day,
          asOf: day.exactOptional(),
          validFrom: blockNumber,
          source: sourceId.exactOptional(),
        }),
      )
      .min(1),
    keys: z.enum(['address', 'hash']),
    fields: z.array(fieldName),
    digest,
    /** `note` informs readers. No evaluation uses it. */
    entries: z.array(countedEntry.extend({ source: sourceId, note: ascii.exactOptional() })),
  })
  .meta({ id: 'binding', description: 'A versioned registry that definitions may consult' });

export type BindingText = z.infer<typeof bindingSchema>;
export type CountedEntry = z.infer<typeof countedEntry>;

/** The part of a binding that evaluation uses. The sources of its entries change no proof. */
export type CountedBinding = Pick<BindingText, 'versions' | 'keys' | 'fields'> & {
  readonly entries: readonly CountedEntry[];
};

/** The entries in the form that the digest covers. */
export function countedEntries({ entries }: BindingText): CountedEntry[] {
  return entries.map(({ source: _, note: __, ...counted }) => counted);
}
