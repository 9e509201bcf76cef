const REFUSED = /^q=0(\.0*)?$/;

/** Whether HTML is requested by name, as browsers do that open an address. @param accept the header */
export const asksForHtml = (accept = ''): boolean =>
  accept.split(',').some((part) => {
    const [type, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return type === 'text/html' && !parameters.some((parameter) => REFUSED.test(parameter));
  });
