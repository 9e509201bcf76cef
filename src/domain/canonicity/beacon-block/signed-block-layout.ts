import { bitList, byteList, bytes, container, list, numbers, type SszType, vector } from './ssz-type.js';

const NUMBER = bytes(8);
const ROOT = bytes(32);
const ADDRESS = bytes(20);
const KEY = bytes(48);
const SIGNATURE = bytes(96);
const CHECKPOINT = container(NUMBER, ROOT);
const ATTESTATION_DATA = container(NUMBER, NUMBER, ROOT, CHECKPOINT, CHECKPOINT);
const HEADER = container(NUMBER, NUMBER, ROOT, ROOT, ROOT);
const SIGNED_HEADER = container(HEADER, SIGNATURE);
const DEPOSIT = container(vector(ROOT, 33), container(KEY, ROOT, NUMBER, SIGNATURE));
const EXIT = container(container(NUMBER, NUMBER), SIGNATURE);
const CREDENTIALS_CHANGE = container(container(NUMBER, KEY, ADDRESS), SIGNATURE);
const WITHDRAWAL = container(NUMBER, NUMBER, ADDRESS, NUMBER);
const REQUESTS = container(
  list(container(KEY, ROOT, NUMBER, SIGNATURE, NUMBER), 8_192),
  list(container(ADDRESS, KEY, NUMBER), 16),
  list(container(ADDRESS, KEY, KEY), 2),
);

/** By fork: how many validators a slashing lists, and how many slashings and attestations a block has. */
const PHASE_0 = { indices: 2_048, slashings: 2, attestations: 128 };
const ELECTRA = { indices: 131_072, slashings: 1, attestations: 8 };

type Fork = 'capella' | 'deneb' | 'electra';

/** Where the payload is among the fields of a body, and the hash of its block among those of the payload. */
export const PAYLOAD_FIELD = 9;
export const BLOCK_HASH_FIELD = 12;
/** Where the body is among the fields of a block. */
export const BODY_FIELD = 4;

/** The fields of an `ExecutionPayload`. */
export function payloadFields(fork: Fork): readonly SszType[] {
  return [
    ...[ROOT, ADDRESS, ROOT, ROOT, bytes(256), ROOT, NUMBER, NUMBER, NUMBER, NUMBER],
    ...[byteList(32), ROOT, ROOT, list(byteList(2 ** 30), 2 ** 20), list(WITHDRAWAL, 16)],
    ...(fork === 'capella' ? [] : [NUMBER, NUMBER]),
  ];
}

/** The fields of a `BeaconBlockBody`. */
export function bodyFields(fork: Fork): readonly SszType[] {
  const { indices, slashings, attestations } = fork === 'electra' ? ELECTRA : PHASE_0;
  const indexed = container(numbers(indices), ATTESTATION_DATA, SIGNATURE);
  const attestation =
    fork === 'electra'
      ? container(bitList(indices), ATTESTATION_DATA, SIGNATURE, bytes(8))
      : container(bitList(indices), ATTESTATION_DATA, SIGNATURE);
  return [
    ...[SIGNATURE, container(ROOT, NUMBER, ROOT), ROOT],
    ...[list(container(SIGNED_HEADER, SIGNED_HEADER), 16), list(container(indexed, indexed), slashings)],
    ...[list(attestation, attestations), list(DEPOSIT, 16), list(EXIT, 16)],
    ...[container(bytes(64), SIGNATURE), container(...payloadFields(fork)), list(CREDENTIALS_CHANGE, 16)],
    ...(fork === 'capella' ? [] : [list(KEY, 4_096)]),
    ...(fork === 'electra' ? [REQUESTS] : []),
  ];
}

/** The fields of a `BeaconBlock`. */
export function blockFields(fork: Fork): readonly SszType[] {
  return [NUMBER, NUMBER, ROOT, ROOT, container(...bodyFields(fork))];
}

/** The fork by whose layout a block of a slot is read; undefined before Capella. */
export function layoutAt(slot: number): Fork | undefined {
  if (slot >= 11_649_024) return 'electra';
  if (slot >= 8_626_176) return 'deneb';
  return slot >= 6_209_536 ? 'capella' : undefined;
}
