import { CAPELLA_SLOT, DENEB_SLOT, ELECTRA_SLOT } from '../mainnet-slots.js';
import {
  bitList,
  byteList,
  bytes,
  container,
  list,
  numbers,
  progressive,
  type SszContainer,
  type SszType,
  vector,
} from './ssz-type.js';

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

/** A list of Gloas. Its lists are progressive, except in containers that stay fixed (EIP-7688). */
const listed = (of: SszType, limit: number) => progressive(list(of, limit));
const GLOAS_INDICES = progressive(numbers(ELECTRA.indices));
const GLOAS_INDEXED = progressive(container(GLOAS_INDICES, ATTESTATION_DATA, SIGNATURE));
const GLOAS_ATTESTATION = progressive(
  container(progressive(bitList(ELECTRA.indices)), ATTESTATION_DATA, SIGNATURE, bytes(8)),
);
const GLOAS_REQUESTS = progressive(
  container(
    listed(container(KEY, ROOT, NUMBER, SIGNATURE, NUMBER), 8_192),
    listed(container(ADDRESS, KEY, NUMBER), 16),
    listed(container(ADDRESS, KEY, KEY), 2),
    listed(container(KEY, ROOT, NUMBER, SIGNATURE), 256),
    listed(container(ADDRESS, KEY), 16),
  ),
);
/** An `ExecutionPayloadBid`: parent hash and root, block hash, randao, recipient, five numbers, commitments, requests. */
const BID = progressive(
  container(
    ...[ROOT, ROOT, ROOT, ROOT, ADDRESS, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER],
    ...[listed(KEY, 4_096), ROOT],
  ),
);
const SIGNED_BID = container(BID, SIGNATURE);
const PAYLOAD_ATTESTATION = progressive(
  container(bytes(64), container(ROOT, NUMBER, bytes(1), bytes(1)), SIGNATURE),
);
const GLOAS_BODY = progressive(
  container(
    ...[SIGNATURE, container(ROOT, NUMBER, ROOT), ROOT],
    ...[listed(container(SIGNED_HEADER, SIGNED_HEADER), 16)],
    ...[listed(container(GLOAS_INDEXED, GLOAS_INDEXED), ELECTRA.slashings)],
    ...[listed(GLOAS_ATTESTATION, ELECTRA.attestations), listed(DEPOSIT, 16), listed(EXIT, 16)],
    ...[container(bytes(64), SIGNATURE), listed(CREDENTIALS_CHANGE, 16)],
    ...[SIGNED_BID, listed(PAYLOAD_ATTESTATION, 4), GLOAS_REQUESTS],
  ),
);

type Fork = 'capella' | 'deneb' | 'electra' | 'gloas';

/** A container, and its field on the path to the block hash. */
export interface Step {
  readonly type: SszContainer;
  readonly field: number;
}

/**
 * The path from a `BeaconBlock` down to an execution block hash: up to Fulu that of its payload; since Gloas
 * that of the block before, which the bid names as its parent.
 */
export function stepsToHash(fork: Fork): readonly Step[] {
  const body = bodyOf(fork);
  const block = { type: container(NUMBER, NUMBER, ROOT, ROOT, body), field: 4 };
  if (fork === 'gloas')
    return [block, { type: body, field: 10 }, { type: SIGNED_BID, field: 0 }, { type: BID, field: 0 }];
  return [block, { type: body, field: 9 }, { type: container(...payloadFields(fork)), field: 12 }];
}

const bodyOf = (fork: Fork): SszContainer => (fork === 'gloas' ? GLOAS_BODY : container(...bodyFields(fork)));

/** The fields of an `ExecutionPayload`. */
function payloadFields(fork: Fork): readonly SszType[] {
  return [
    ...[ROOT, ADDRESS, ROOT, ROOT, bytes(256), ROOT, NUMBER, NUMBER, NUMBER, NUMBER],
    ...[byteList(32), ROOT, ROOT, list(byteList(2 ** 30), 2 ** 20), list(WITHDRAWAL, 16)],
    ...(fork === 'capella' ? [] : [NUMBER, NUMBER]),
  ];
}

/** The fields of a `BeaconBlockBody` before Gloas. */
function bodyFields(fork: Fork): readonly SszType[] {
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

/** Fork that decides a block's layout; undefined before Capella. @param gloasSlot first slot of Gloas */
export function layoutAt(slot: number, gloasSlot = Number.POSITIVE_INFINITY): Fork | undefined {
  if (slot >= gloasSlot) return 'gloas';
  if (slot >= ELECTRA_SLOT) return 'electra';
  if (slot >= DENEB_SLOT) return 'deneb';
  return slot >= CAPELLA_SLOT ? 'capella' : undefined;
}
