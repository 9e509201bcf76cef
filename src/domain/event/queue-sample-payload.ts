import { ByteReader } from '../chain/codec/byte-reader.js';
import { ByteWriter } from '../chain/codec/byte-writer.js';
import type { QueueEstimate, QueueSample } from '../consensus/queue-sample.js';

const FORMAT = 1;
const writer = new ByteWriter();

/** The payload of a QueueSampled. */
export function encodeSample(sample: QueueSample): Buffer {
  writer.discard();
  writer.byte(FORMAT);
  writer.varint(sample.genesisTime);
  writer.varint(sample.validatorCount);
  writer.varint(sample.activeValidators);
  writer.amount(sample.totalActiveGwei);
  writer.varint(sample.pendingActivation);
  writer.amount(sample.queuedGwei);
  writer.amount(sample.depositedGwei);
  writer.varint(sample.pendingExit);
  maybe(sample.pendingExitGwei);
  maybe(sample.churnGwei);
  writer.varint(sample.estimates.length);
  for (const { epoch, pendingActivation, pendingExit } of sample.estimates) {
    writer.varint(epoch);
    writer.varint(pendingActivation);
    writer.varint(pendingExit);
  }
  return writer.finish();
}

/**
 * The sample a payload was made of.
 * @throws MalformedField for bytes that are no sample, or of another format
 */
export function decodeSample(payload: Buffer): QueueSample {
  const reader = new ByteReader(payload, 'queue sample');
  if (reader.byte() !== FORMAT) throw reader.malformed('is of an unknown format');
  const counts = {
    genesisTime: reader.varint(),
    validatorCount: reader.varint(),
    activeValidators: reader.varint(),
    totalActiveGwei: reader.amount(),
    pendingActivation: reader.varint(),
    queuedGwei: reader.amount(),
    depositedGwei: reader.amount(),
    pendingExit: reader.varint(),
  };
  const pendingExitGwei = maybeAmount(reader);
  const churnGwei = maybeAmount(reader);
  const estimates: QueueEstimate[] = [];
  for (let left = reader.count(); left > 0; left--) {
    const epoch = reader.varint();
    const pendingActivation = reader.varint();
    estimates.push({ epoch, pendingActivation, pendingExit: reader.varint() });
  }
  reader.finish();
  return {
    ...counts,
    ...(pendingExitGwei === undefined ? {} : { pendingExitGwei }),
    ...(churnGwei === undefined ? {} : { churnGwei }),
    estimates,
  };
}

function maybe(amount: bigint | undefined): void {
  writer.byte(amount === undefined ? 0 : 1);
  if (amount !== undefined) writer.amount(amount);
}

function maybeAmount(reader: ByteReader): bigint | undefined {
  const flag = reader.byte();
  if (flag > 1) throw reader.malformed('holds an unknown mark');
  return flag === 1 ? reader.amount() : undefined;
}
