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
  version,
} from './text.schema.js';

/** A binding file, `bindings/<id>.yaml`. The fields of its entries are those it names. */
export const bindingSchema = z
  .strictObject({
    id: bindingId,
    source: sentence,
    versions: z.array(z.strictObject({ version, retrieved: day, validFrom: blockNumber })).min(1),
    keys: z.enum(['address', 'hash']),
    fields: z.array(fieldName),
    digest,
    entries: z.array(
      z
        .object({
          key: bytes,
          added: version,
          removed: version.exactOptional(),
          from: blockNumber.exactOptional(),
        })
        .catchall(ascii),
    ),
  })
  .meta({ id: 'binding', description: 'A versioned registry that definitions may consult' });

export type BindingText = z.infer<typeof bindingSchema>;
export type EntryText = BindingText['entries'][number];
