import { ABOUT_NETWORK, type Network } from '../../../domain/chain/record/network.js';

/** The introduction of the reference: the chain, and rules of all methods. */
export const introduction = (
  network: Network,
): string => `${ABOUT_NETWORK[network]} Questions about it are answered in JSON. Every answer under \`/api/v1\` is \`{data, meta}\`; every refusal is \`{error}\`, and callers branch on \`error.code\` and \`error.details.reason\`, not on the message.

**Absence.** A field that cannot be stated is left out. That never means zero, false or none; \`x-absent-means\` says what it does mean.

**Keys.** Every method under \`/api/v1\` needs an API key in \`X-API-Key\` or \`Authorization: Bearer\`, never in the query; \`x-plan\` says which plan opens it. Every request with a valid key counts; answers to it state what is left in \`RateLimit\` and \`RateLimit-Policy\`.

**Paying per call.** Without a key the same methods are open on the pay address, where each answer is paid with x402 version 2: a call without a payment is answered with 402 and its price, which \`x-price\` states as well. Refused calls cost nothing, a \`HEAD\` and a 304 what a \`GET\` does. Each payment buys one answer; sent again after a 503, a time-out or a lost connection it is not charged twice. An answer that did not leave whole is sent again for the same payment, three times in all, within ten minutes of its settlement.

**Numbers.** Wei, gwei and gas are decimal strings; counts, block numbers and times are JSON integers.

**Order of checks.** Length of the target (414), its encoding (400), path (404), HTTP method (405), chain (404), key (401, 403, 429), parameters (400), payment (402, 429), record (404, 422, 503). The first that fails is reported. Among parameters: unknown ones, repeated ones, then the path, then the query in the order listed.

**Blocks that are missing.** 404 \`not_found\` is given only when every block from the chain's first to the newest is held. With a gap in between the answer is 422 \`coverage_gap\`. A block number below the first block of the chain served is out of range: 400 \`block_invalid\` with that block as \`minValue\`.

**HEAD and OPTIONS.** \`HEAD\` answers as \`GET\` without a body, \`OPTIONS\` with 204 and \`Allow\`.

**Revalidation.** Answers carry a weak \`ETag\` over \`data\`; \`If-None-Match\` is answered with 304.`;
