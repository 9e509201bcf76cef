import { ABOUT_NETWORK, type Network } from '../../../domain/chain/record/network.js';

/** The introduction of the reference: the chain, and rules of all methods. */
export const introduction = (
  network: Network,
): string => `${ABOUT_NETWORK[network]} The API answers questions about it in JSON. Every answer under \`/api/v1\` is \`{data, meta}\`; every refusal is \`{error}\`, and callers branch on \`error.code\` and \`error.details.reason\`, not on the message.

**Absence.** An answer leaves out a field whose value is unknown. An absent field never means zero, false or none; \`x-absent-means\` says what it means.

**Keys.** Every method under \`/api/v1\` needs an API key in \`X-API-Key\` or \`Authorization: Bearer\`, never in the query; \`x-plan\` names the plan that opens it. Every request with a valid key counts; its answer states the rest of the limit in \`RateLimit\` and \`RateLimit-Policy\`.

**Paying per call.** Without a key the same methods are open on the pay address, where each answer is paid with x402 version 2: a call without a payment is answered with 402 and its price, which \`x-price\` states as well. Refused calls cost nothing; a \`HEAD\` and a 304 cost as much as a \`GET\`. Each payment buys one answer. If you send it again after a 503, a time-out or a lost connection, it is not charged twice. If an answer could not be sent completely, the service sends it again for the same payment: at most three times in all, within ten minutes of the settlement.

**Numbers.** Wei, gwei and gas are decimal strings; counts, block numbers and times are JSON integers.

**Order of checks.** Length of the target (414), its encoding (400), path (404), HTTP method (405), chain (404), key (401, 403, 429), parameters (400), payment (402, 429), record (404, 422, 503). The answer reports the first check that fails. Parameters are checked in this order: unknown ones, repeated ones, the path, then the query as listed.

**Missing blocks.** The answer is 404 \`not_found\` only if every block from the first of the chain to the newest is stored. If there is a gap, it is 422 \`coverage_gap\`. A block number below the first block of the chain is out of range: 400 \`block_invalid\` with that block as \`minValue\`.

**HEAD and OPTIONS.** \`HEAD\` answers as \`GET\` without a body, \`OPTIONS\` with 204 and \`Allow\`.

**Revalidation.** Answers carry a weak \`ETag\` over \`data\`; \`If-None-Match\` is answered with 304.`;
