import type { Plan } from '../../domain/access/plan.js';
import { Refusal } from '../../domain/refusal/refusal.js';

export function apiKeyMissing(): Refusal {
  return new Refusal('bad_request', 'Send an API key in X-API-Key, or as a bearer token.', {
    reason: 'api_key_missing',
  });
}

/** The same refusal for a key that never existed, an expired one and a revoked one. */
export function apiKeyInvalid(): Refusal {
  return new Refusal('bad_request', 'The API key is not valid.', { reason: 'api_key_invalid' });
}

export function planInsufficient(requiredPlan: Plan): Refusal {
  return new Refusal('bad_request', `This method needs the plan ${requiredPlan}.`, {
    reason: 'plan_insufficient',
    requiredPlan,
  });
}

/** For a browser page of another origin than this service and the local machine. */
export function originNotAllowed(): Refusal {
  return new Refusal('bad_request', 'Web pages of other sites may not send messages here.', {
    reason: 'origin_not_allowed',
  });
}

/** For a `Host` that is no name of the service, as pages of other sites send it. */
export function hostNotAllowed(): Refusal {
  return new Refusal(
    'bad_request',
    'The service does not know the name in the header Host. Use its address, or set PUBLIC_URL to this name.',
    { reason: 'origin_not_allowed' },
  );
}

/** @param retryAfterSeconds time until a request is answered again, if nobody else uses the new quota */
export function rateLimited(retryAfterSeconds: number): Refusal {
  return new Refusal('bad_request', `Too many requests. Wait ${retryAfterSeconds} s.`, {
    reason: 'rate_limited',
    retryAfterSeconds,
  });
}
